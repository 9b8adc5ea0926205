import { type AuditSubject, recordAudit } from '../../platform/audit/record-audit.ts';
import { actedLately } from '../../platform/audit/single-records-store.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { epochOf, instantAt } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';

/** Repeated reads of one person within this time are recorded once. */
const LOOK = minutes(10);

/**
 * Records that the caller read something about a person, unless it is themselves or was recorded within `LOOK`. A service's reads are
 * all recorded: it has no pages that load a list again and again.
 */
export async function recordView(database: Database, call: Call<AnyCaller>, about: AuditSubject): Promise<void> {
  const { userId: actorId } = call.caller;
  if (actorId === about.id) return;
  const look = { action: 'user.read', userId: about.id, since: instantAt(epochOf(call.at) - LOOK) } as const;
  if (actorId !== null && (await actedLately(database.read, { ...look, actorId }))) return;
  await database.transaction((tx) => recordAudit(tx, call, { action: 'user.read', about }));
}
