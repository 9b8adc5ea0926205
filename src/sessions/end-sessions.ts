import type { Tx } from '../database/database.ts';
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

/** For retention: forgets sign-ins that are long over. */
export const dropOldSignIns = store.dropOldSignIns;
