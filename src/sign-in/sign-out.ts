import type { Circumstances } from '../audit/circumstances.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Caller } from '../http/caller.ts';
import { instantAt } from '../kernel/clock.ts';
import { endSession, endSessionsOf } from '../sessions/end-sessions.ts';
import type { SignInDeps } from './sign-in-deps.ts';

/** Ends the caller's sign-in, or with `all` every one of theirs. Two calls at once end it once. */
export async function signOut(
  { database, clock }: SignInDeps,
  circumstances: Circumstances,
  caller: Caller,
  all: boolean,
): Promise<void> {
  const at = instantAt(clock.now());
  const { userId, sid } = caller;
  await database.transaction(async (tx) => {
    const ended = all ? await endSessionsOf(tx, userId, 'logout', at) : Number(await endSession(tx, sid, 'logout', at));
    if (ended > 0) await recordAudit(tx, circumstances, { action: 'logout', at, userId, meta: { sid, all, ended } });
  });
}
