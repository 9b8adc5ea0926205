import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { keysOf } from '../../platform/kernel/unchecked.ts';
import { countPersonalData } from './count-personal-data.ts';
import { getCase } from './decide-erasure.ts';
import type { PrivacyDeps } from './privacy-deps.ts';
import { showManaged } from './privacy-wire.ts';

/**
 * A request with what its erasure would remove, and what would stay, on what legal ground and until when. Changes nothing but
 * records that the data were viewed.
 * @throws AppError 404, 403, 409 as `getCase`
 */
export async function previewErasure({ database, contributors }: PrivacyDeps, call: Call, id: number) {
  const { request, person } = await getCase(database.read, call.caller, id);
  const about = { about: person, meta: { request_id: id } };
  await database.transaction((tx) => recordAudit(tx, call, { action: 'user.read', ...about }));
  const counts = new Map(
    (await countPersonalData(database.read, contributors, person.id)).map(({ room, entries }) => [room, entries]),
  );
  const { email, full_name, tenant_id } = person;
  const rooms = contributors.map(({ room, tables, description }) => ({
    room,
    tables: keysOf(tables),
    entries: counts.get(room) ?? {},
    goes: description.erased,
    stays: description.stays ?? null,
  }));
  return { ...showManaged(call, { request, person }), email, full_name, tenant_id, rooms };
}
