import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { endSession, endSessionsOf } from '../sessions/end-sessions.ts';
import type { SignInDeps } from './sign-in-deps.ts';

/** Ends the caller's sign-in, or all of them with `all`. Concurrent calls end it once. */
export async function signOut({ database }: SignInDeps, call: Call, all: boolean): Promise<void> {
  const { at } = call;
  const { userId, sid } = call.caller;
  await database.transaction(async (tx) => {
    const ended = all ? await endSessionsOf(tx, userId, 'logout', at) : Number(await endSession(tx, sid, 'logout', at));
    if (ended > 0) await recordAudit(tx, call, { action: 'logout', about: 'actor', meta: { sid, all, ended } });
  });
}
