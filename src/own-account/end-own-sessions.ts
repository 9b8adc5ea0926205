import type { Circumstances } from '../audit/circumstances.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/database.ts';
import type { Caller } from '../http/caller.ts';
import { AppError } from '../kernel/app-error.ts';
import { type Clock, instantAt } from '../kernel/clock.ts';
import { endOwnSession, endSessionsOf } from '../sessions/end-sessions.ts';
import { meErrors } from './own-account-errors.ts';

export interface OwnSessionsDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Ends one sign-in of the caller, this very one too.
 * @throws AppError 404 `sessions.not_found` for another's, an unknown one, or one that has ended
 */
export async function endOneSession(
  { database, clock }: OwnSessionsDeps,
  circumstances: Circumstances,
  { userId }: Caller,
  sid: string,
): Promise<void> {
  const at = instantAt(clock.now());
  await database.transaction(async (tx) => {
    if (!(await endOwnSession(tx, { userId, sid }, 'ended', at))) throw new AppError(meErrors['sessions.not_found']);
    await recordAudit(tx, circumstances, { action: 'session.revoke', at, userId, meta: { sid } });
  });
}

/** Ends every sign-in of the caller but this one. Returns how many there were. */
export async function endOtherSessions(
  { database, clock }: OwnSessionsDeps,
  circumstances: Circumstances,
  { userId, sid }: Caller,
): Promise<number> {
  const at = instantAt(clock.now());
  return database.transaction(async (tx) => {
    const count = await endSessionsOf(tx, userId, 'ended', at, sid);
    if (count > 0) await recordAudit(tx, circumstances, { action: 'session.revoke', at, userId, meta: { count } });
    return count;
  });
}
