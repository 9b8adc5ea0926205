import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { Instant } from '../kernel/clock.ts';
import type { User } from './user.ts';

/** Ids behind `after`, up to `upTo`: so many rows as one statement may read while others wait. */
export interface IdRange {
  readonly after: number;
  readonly upTo: number;
}

/** Nobody has signed in since. Who never did is as old as their account. */
export interface Inactivity {
  readonly before: Instant;
  /** The warning must be older than this too; `undefined` looks for who is to be warned. */
  readonly warnedBefore: Instant | undefined;
}

export const findHighestUserId = async (db: Db): Promise<number> =>
  (await db.selectFrom('users').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0;

/** Whether a range has anybody: the cheap question, outside any transaction. */
export const hasInactive = async (db: Db, range: IdRange, wanted: Inactivity): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where(isInactive(range, wanted)).limit(1).executeTakeFirst()) !==
  undefined;

/** Notes the warning: of all who try, one gets the rows. */
export const noteWarned = (tx: Tx, range: IdRange, wanted: Inactivity, at: Instant): Promise<User[]> =>
  tx.updateTable('users').set({ inactive_warned_at: at }).where(isInactive(range, wanted)).returningAll().execute();

/** Suspends them, if they have not signed in since: of all who try, one gets the rows. */
export const suspendInactive = (tx: Tx, range: IdRange, wanted: Inactivity, at: Instant): Promise<User[]> =>
  tx
    .updateTable('users')
    .set({ status: 'suspended', inactive_warned_at: null, updated_at: at })
    .where(isInactive(range, wanted))
    .returningAll()
    .execute();

/** Never a superadmin: the guard of the last one counts them, and they are the ones who let others in again. */
const isInactive =
  ({ after, upTo }: IdRange, { before, warnedBefore }: Inactivity) =>
  (user: ExpressionBuilder<Schema, 'users'>) =>
    user.and([
      user('id', '>', after),
      user('id', '<=', upTo),
      sql<SqlBool>`coalesce(status, '') = 'active'`, // plainly it would lead SQLite through all who are active, for each range
      user('role', '<>', 'superadmin'),
      sql<SqlBool>`coalesce(last_login_at, created_at) < ${before}`,
      warnedBefore === undefined
        ? user.or([user('inactive_warned_at', 'is', null), user('inactive_warned_at', '<', before)])
        : user('inactive_warned_at', '<=', warnedBefore),
    ]);
