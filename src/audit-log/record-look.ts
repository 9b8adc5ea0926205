import { actedLately } from '../audit/acted-lately.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database, Db } from '../database/database.ts';
import type { Call } from '../http/call.ts';
import type { AnyCaller } from '../http/caller.ts';
import { epochOf, type Instant, instantAt } from '../kernel/clock.ts';
import { minutes } from '../kernel/durations.ts';
import type { UserId } from '../kernel/entity-id.ts';
import { reachesTenant } from '../policy/managing-users.ts';
import { findAccount } from '../users/find-account.ts';

/** Repeated reads of one person within this time are recorded once. */
const LOOK = minutes(10);

/**
 * Records that somebody read the log of one person: their addresses, devices and times. Lists of many people are not recorded.
 * The record goes to the person's tenant, or to the caller's, whose part of the log of a person that has left it was read.
 */
export async function recordLook(
  database: Database,
  call: Call<AnyCaller>,
  ids: readonly (number | undefined)[],
): Promise<void> {
  const { caller, at } = call;
  const since = instantAt(epochOf(at) - LOOK);
  for (const userId of new Set(ids)) {
    if (userId === undefined || userId === caller.userId) continue;
    const account = await findAccount(database.read, userId);
    if (account === undefined) continue;
    if (await isRepeated(database.read, caller.userId, userId, since)) continue;
    const tenant_id = reachesTenant(caller, account.tenant_id) ? account.tenant_id : caller.tenantId;
    await database.transaction((tx) =>
      recordAudit(tx, call, { action: 'user.read', about: { id: userId, tenant_id } }),
    );
  }
}

/** A service's reads are all recorded: it has no pages that load a list again and again. */
const isRepeated = async (db: Db, actorId: UserId | null, userId: UserId, since: Instant): Promise<boolean> =>
  actorId !== null && (await actedLately(db, { action: 'user.read', actorId, userId, since }));
