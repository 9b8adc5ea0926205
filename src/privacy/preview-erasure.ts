import type { Circumstances } from '../audit/circumstances.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Caller } from '../http/caller.ts';
import { instantAt } from '../kernel/clock.ts';
import { countPersonalData } from './count-personal-data.ts';
import { getCase } from './decide-erasure.ts';
import type { PrivacyDeps } from './privacy-deps.ts';
import { showManaged } from './privacy-wire.ts';

/**
 * A request with what its execution would remove, and what would stay, on what ground and until when. Nothing is changed
 * but that it is on record that the person's data were looked at.
 * @throws AppError 404, 403, 409 as `getCase`
 */
export async function previewErasure(
  { database, clock, contributors }: PrivacyDeps,
  circumstances: Circumstances,
  caller: Caller,
  id: number,
) {
  const { request, person } = await getCase(database.read, caller, id);
  const about = { userId: person.id, tenantId: person.tenant_id, meta: { request_id: id } };
  const at = instantAt(clock.now());
  await database.transaction((tx) => recordAudit(tx, circumstances, { action: 'user.read', at, ...about }));
  const counts = new Map(
    (await countPersonalData(database.read, contributors, person.id)).map(({ room, entries }) => [room, entries]),
  );
  const { email, full_name, tenant_id } = person;
  const rooms = contributors.map(({ room, tables, words }) => ({
    room,
    tables,
    entries: counts.get(room) ?? {},
    goes: words.erased,
    stays: words.stays ?? null,
  }));
  return { ...showManaged(request), email, full_name, tenant_id, rooms };
}
