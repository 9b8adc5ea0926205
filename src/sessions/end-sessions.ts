import type { Database, Db, Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { EndReason } from './session.ts';
import * as store from './sessions-store.ts';

/** Ends one sign-in: none of its tokens is accepted from the commit on. True for the one caller who ended it. */
export const endSession = (tx: Tx, sid: string, reason: EndReason, at: Instant): Promise<boolean> =>
  store.endSignIn(tx, sid, reason, at);

/** The same for a sign-in that must be that user's own; false for any other. */
export const endOwnSession = (
  tx: Tx,
  own: { userId: number; sid: string },
  reason: EndReason,
  at: Instant,
): Promise<boolean> => store.endSignInOf(tx, own, reason, at);

/** Ends every sign-in of a user, but for `keep` where it is named. Returns how many. */
export const endSessionsOf = (tx: Tx, userId: number, reason: EndReason, at: Instant, keep?: string): Promise<number> =>
  store.endSignInsOf(tx, userId, reason, at, keep);

/** In one transaction: others wait for it no longer than a moment. */
const ENDED_AT_ONCE = 1000;

export const countSessionsOfKey = (db: Db, kid: string, at: Instant): Promise<number> =>
  store.countSignInsOfKey(db, kid, at);

/** Ends what a revoked key cannot carry on any more; its tokens are refused already. Returns how many. */
export async function endSessionsOfKey(database: Database, kid: string, at: Instant): Promise<number> {
  for (let all = 0; ; ) {
    const ended = await database.transaction((tx) => store.endSignInsOfKey(tx, kid, at, ENDED_AT_ONCE));
    all += ended;
    if (ended < ENDED_AT_ONCE) return all;
  }
}

/** For retention: forgets sign-ins that are long over. */
export const dropOldSignIns = store.dropOldSignIns;
