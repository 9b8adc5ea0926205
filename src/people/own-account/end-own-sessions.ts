import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Clock } from '../../platform/kernel/clock.ts';
import type { SignInId } from '../../platform/kernel/entity-id.ts';
import { endOwnSession, endSessionsOf } from '../../sign-in/sessions/end-sessions.ts';
import { meErrors } from './own-account-errors.ts';

export interface OwnSessionsDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Ends one of the caller's sign-ins, the current one included.
 * @throws AppError 404 `sessions.not_found` for an unknown or ended sign-in, or another person's
 */
export async function endOneSession({ database }: OwnSessionsDeps, call: Call, sid: SignInId): Promise<void> {
  const {
    at,
    caller: { userId },
  } = call;
  await database.transaction(async (tx) => {
    if (!(await endOwnSession(tx, { userId, sid }, 'ended', at))) throw new AppError(meErrors['sessions.not_found']);
    await recordAudit(tx, call, { action: 'session.revoke', about: 'actor', meta: { sid } });
  });
}

/** Ends every sign-in of the caller but the current one. Returns how many. */
export async function endOtherSessions({ database }: OwnSessionsDeps, call: Call): Promise<number> {
  const { userId, sid } = call.caller;
  const { at } = call;
  return database.transaction(async (tx) => {
    const count = await endSessionsOf(tx, userId, 'ended', at, sid);
    if (count > 0) await recordAudit(tx, call, { action: 'session.revoke', about: 'actor', meta: { count } });
    return count;
  });
}
