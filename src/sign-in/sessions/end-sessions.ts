import type { Database, Db, Tx } from '../../platform/database/database.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { MembershipId, SignInId, UserId } from '../../platform/kernel/entity-id.ts';
import { notifyLogout, notifyLogoutOfAll } from './logout-notices/notify-logout.ts';
import type { EndReason, SignIn } from './session.ts';
import * as store from './sessions-store.ts';
import { carriedBy } from './sessions-store.ts';

/** Ends one sign-in: from the commit on none of its tokens is accepted. True for the one caller who ended it. */
export async function endSession(tx: Tx, sid: SignInId, reason: EndReason, at: Instant): Promise<boolean> {
  return notifyOfOne(tx, sid, at, await store.endSignIn(tx, sid, { ended_at: at, end_reason: reason }));
}

/** False unless the sign-in is the user's own. */
export async function endOwnSession(
  tx: Tx,
  { userId, sid }: { userId: UserId; sid: SignInId },
  reason: EndReason,
  at: Instant,
): Promise<boolean> {
  const ended = await store.endSignIn(tx, sid, { ended_at: at, end_reason: reason, owner: userId });
  return notifyOfOne(tx, sid, at, ended);
}

async function notifyOfOne(tx: Tx, sid: SignInId, at: Instant, hasEnded: boolean): Promise<boolean> {
  if (hasEnded) await notifyLogout(tx, [sid], at);
  return hasEnded;
}

/** Ends these sign-ins. Returns those that were live. */
export const endTheseSessions = (
  tx: Tx,
  sids: readonly SignInId[],
  reason: EndReason,
  at: Instant,
): Promise<readonly SignInId[]> => endFound(tx, ending(tx, reason, at).where('sid', 'in', valuesOf('text', sids)), at);

/** Ends every sign-in of a user, except `but`. Returns how many were live: people see no others. */
export async function endSessionsOf(tx: Tx, userId: UserId, reason: EndReason, at: Instant, but = ''): Promise<number> {
  const found = ending(tx, reason, at).where('user_id', '=', userId).where('sid', '<>', but);
  return (await endFound(tx, found, at)).length;
}

/** Ends the sign-ins that act in a membership. Returns how many were live. */
export async function endSessionsIn(
  tx: Tx,
  { id, user_id }: { readonly id: MembershipId; readonly user_id: UserId },
  reason: EndReason,
  at: Instant,
): Promise<number> {
  const found = ending(tx, reason, at).where('user_id', '=', user_id).where('membership_id', '=', id);
  return (await endFound(tx, found, at)).length;
}

const ending = (tx: Tx, end_reason: EndReason, ended_at: Instant) => store.endingSignIns(tx, { ended_at, end_reason });

/** Returns those that were live. */
async function endFound(tx: Tx, found: ReturnType<typeof ending>, at: Instant): Promise<readonly SignInId[]> {
  const ended = await found.execute();
  await notify(tx, at, ended);
  return ended.filter(({ was_live }) => was_live === 1).map(({ sid }) => sid);
}

/** Ends all sign-ins of a restored backup, since any may have been ended after it was made. Returns how many were live. */
export async function endAllSessions(tx: Tx, at: Instant): Promise<number> {
  const live = await store.endAllSignIns(tx, { ended_at: at, end_reason: 'restore' });
  await notifyLogoutOfAll(tx, at);
  return live;
}

/** Enqueues the notices to the applications of these sign-ins, in the same transaction. Returns how many ended. */
async function notify(tx: Tx, at: Instant, ended: readonly { readonly sid: string }[]): Promise<number> {
  const sids = ended.map(({ sid }) => sid);
  await notifyLogout(tx, sids, at);
  return sids.length;
}

/** Per transaction, so that others wait only briefly. */
const ENDED_AT_ONCE = 1000;

export const countSessionsOfKey = async (db: Db, kid: string, at: Instant): Promise<number> =>
  Number(
    (
      await carriedBy(db, kid, at)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirst()
    )?.n ?? 0,
  );

/** Ends the sign-ins that depend on a revoked key; their tokens are refused already. Returns how many. */
export async function endSessionsOfKey(database: Database, kid: string, at: Instant): Promise<number> {
  for (let all = 0; ; ) {
    const ended = await database.transaction(async (tx) =>
      notify(tx, at, await store.endSignInsOfKey(tx, kid, at, ENDED_AT_ONCE)),
    );
    all += ended;
    if (ended < ENDED_AT_ONCE) return all;
  }
}

/** The sign-in, if it has not ended; it cannot end before the caller's transaction does. */
export const holdSession = (tx: Tx, sid: string): Promise<Pick<SignIn, 'expires_at'> | undefined> =>
  store.holdSession(tx, sid);

/**
 * Keeps the caller's sign-in from ending before this transaction does. Whoever ends it may have to take back what it gave, ways in
 * and links that it saw, and then finds all of it. Call it after locking the caller's own row, as those who end sign-ins do.
 * @throws AppError 401 `auth.revoked`
 */
export async function holdSignIn(tx: Tx, { sid }: Pick<Caller, 'sid'>): Promise<void> {
  if ((await holdSession(tx, sid)) === undefined) throw new AppError('auth.revoked');
}
