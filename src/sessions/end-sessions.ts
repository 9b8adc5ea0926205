import { sql } from 'kysely';
import type { Database, Db, Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { SignInId, UserId } from '../kernel/entity-id.ts';
import { notifyLogout, notifyLogoutOfAll } from '../logout-notices/notify-logout.ts';
import type { EndReason, SignIn } from './session.ts';
import * as store from './sessions-store.ts';
import { carriedBy } from './sessions-store.ts';

/** Ends one sign-in: from the commit on none of its tokens is accepted. True for the one caller who ended it. */
export async function endSession(tx: Tx, sid: SignInId, reason: EndReason, at: Instant): Promise<boolean> {
  const ended = tx
    .updateTable('sign_ins')
    .set({ ended_at: at, end_reason: reason })
    .where('sid', '=', sid)
    .where('ended_at', 'is', null);
  return (await notify(tx, at, await ended.returning('sid').execute())) > 0;
}

/** False unless the sign-in is the user's own. */
export async function endOwnSession(
  tx: Tx,
  { userId, sid }: { userId: UserId; sid: SignInId },
  reason: EndReason,
  at: Instant,
): Promise<boolean> {
  const ended = tx
    .updateTable('sign_ins')
    .set({ ended_at: at, end_reason: reason })
    .where('sid', '=', sid)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at);
  return (await notify(tx, at, await ended.returning('sid').execute())) > 0;
}

/** Ends these sign-ins. Returns those that had not ended before. */
export async function endTheseSessions(
  tx: Tx,
  sids: readonly SignInId[],
  reason: EndReason,
  at: Instant,
): Promise<readonly SignInId[]> {
  const ended = tx
    .updateTable('sign_ins')
    .set({ ended_at: at, end_reason: reason })
    .where('sid', 'in', sids)
    .where('ended_at', 'is', null);
  const rows = await ended.returning('sid').execute();
  await notify(tx, at, rows);
  return rows.map(({ sid }) => sid);
}

/** Ends every sign-in of a user, except `but`. Returns how many. */
export async function endSessionsOf(tx: Tx, userId: UserId, reason: EndReason, at: Instant, but = ''): Promise<number> {
  const ended = tx
    .updateTable('sign_ins')
    .set({ ended_at: at, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  return notify(tx, at, await ended.where('sid', '<>', but).returning('sid').execute());
}

/** Ends all sign-ins of a restored backup, since any may have been ended after it was made. Returns how many. */
export async function endAllSessions(tx: Tx, at: Instant): Promise<number> {
  const ended = tx.updateTable('sign_ins').set({ ended_at: at, end_reason: 'restore' }).where('ended_at', 'is', null);
  const count = Number((await ended.executeTakeFirstOrThrow()).numUpdatedRows);
  await notifyLogoutOfAll(tx, at);
  return count;
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

export async function dropOldSignIns(tx: Tx, before: Instant, most: number): Promise<number> {
  const old = await tx
    .selectFrom('sign_ins')
    .select('sid')
    .where(sql<Instant>`coalesce(ended_at, expires_at)`, '<', before)
    .limit(most)
    .execute();
  const sids = old.map(({ sid }) => sid);
  if (sids.length === 0) return 0;
  await tx.deleteFrom('session_records').where('sid', 'in', sids).execute();
  await tx.deleteFrom('sign_ins').where('sid', 'in', sids).execute();
  return sids.length;
}

/** The sign-in, if it has not ended; it cannot end before the caller's transaction does. A no-op update locks on both engines. */
export const holdSession = (tx: Tx, sid: string): Promise<Pick<SignIn, 'expires_at'> | undefined> =>
  tx
    .updateTable('sign_ins')
    .set(({ ref }) => ({ sid: ref('sid') }))
    .where('sid', '=', sid)
    .where('ended_at', 'is', null)
    .returning('expires_at')
    .executeTakeFirst();
