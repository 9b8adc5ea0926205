import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { User } from './user.ts';

/** Ids above `after`, up to `upTo`: the rows that one statement reads while others wait. */
export interface IdRange {
  readonly after: number;
  readonly upTo: number;
}

/** Users without a sign-in since then. If they never signed in, the account's age counts. */
export interface Inactivity {
  readonly before: Instant;
  /** The warning must be older than this too; `undefined` finds users to be warned. */
  readonly warnedBefore: Instant | undefined;
}

export const findHighestUserId = async (db: Db): Promise<number> =>
  (await db.selectFrom('users').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0;

/** Whether a range has a match. Cheap; called outside any transaction. */
export const hasInactive = async (db: Db, range: IdRange, wanted: Inactivity): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where(isInactive(range, wanted)).limit(1).executeTakeFirst()) !==
  undefined;

/** Records the warning; exactly one caller gets the rows. */
export const recordWarning = (tx: Tx, range: IdRange, wanted: Inactivity, at: Instant): Promise<User[]> =>
  tx.updateTable('users').set({ inactive_warned_at: at }).where(isInactive(range, wanted)).returningAll().execute();

/** Suspends those who have not signed in since; exactly one caller gets the rows. */
export const suspendInactive = (tx: Tx, range: IdRange, wanted: Inactivity, at: Instant): Promise<User[]> =>
  tx
    .updateTable('users')
    .set({ status: 'suspended', inactive_warned_at: null, updated_at: at })
    .where(isInactive(range, wanted))
    .returningAll()
    .execute();

/** Never matches superadmins: the last one is guarded, and they reactivate others. */
const isInactive =
  ({ after, upTo }: IdRange, { before, warnedBefore }: Inactivity) =>
  (user: ExpressionBuilder<Schema, 'users'>) =>
    user.and([
      user('id', '>', after),
      user('id', '<=', upTo),
      sql<SqlBool>`coalesce(status, '') = 'active'`, // without coalesce SQLite would scan the index of all active users for each range
      user.not(
        user.exists(
          user
            .selectFrom('memberships')
            .select('memberships.id')
            .whereRef('memberships.user_id', '=', 'users.id')
            .where('memberships.role', '=', 'superadmin')
            .where('memberships.state', '<>', 'ended'),
        ),
      ),
      sql<SqlBool>`coalesce(last_login_at, created_at) < ${before}`,
      warnedBefore === undefined
        ? user.or([user('inactive_warned_at', 'is', null), user('inactive_warned_at', '<', before)])
        : user('inactive_warned_at', '<=', warnedBefore),
    ]);
