import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { countUpTo } from '../../../platform/database/count-up-to.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import type { TableOf } from '../../../platform/database/define-table.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { LeaseTimes } from '../../../platform/jobs/delivery-worker.ts';
import type { Instant } from '../../../platform/kernel/clock.ts';
import type { UserId } from '../../../platform/kernel/entity-id.ts';
import type { ApplicationSignIn, applicationSignInsTable, LogoutNotice, logoutNoticesTable } from './logout-notice.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    application_sign_ins: TableOf<typeof applicationSignInsTable>;
    logout_notices: TableOf<typeof logoutNoticesTable>;
  }
}

type Which = (row: ExpressionBuilder<Schema, 'application_sign_ins'>) => Expression<SqlBool>;

/** Removes and returns them; of concurrent callers each row goes to one. */
export const takeSignIns = (tx: Tx, which: Which): Promise<ApplicationSignIn[]> =>
  tx.deleteFrom('application_sign_ins').where(which).returningAll().execute();

export const takeAllSignIns = (tx: Tx): Promise<ApplicationSignIn[]> =>
  tx.deleteFrom('application_sign_ins').returningAll().execute();

export async function dropSignInsAt(tx: Tx, applicationId: string): Promise<void> {
  await tx.deleteFrom('application_sign_ins').where('application_id', '=', applicationId).execute();
}

export async function changeAddress(tx: Tx, applicationId: string, address: string): Promise<void> {
  const change = { logout_uri: address };
  await tx.updateTable('application_sign_ins').set(change).where('application_id', '=', applicationId).execute();
  await tx
    .updateTable('logout_notices')
    .set(change)
    .where('application_id', '=', applicationId)
    .where('state', 'in', ['queued', 'sending'])
    .execute();
}

/** Exactly the condition of the index `logout_notices__due`: neither engine uses a partial index with bound values. */
export const isWaiting = sql<boolean>`state in ('queued', 'sending')`;

export const isDue =
  ({ now, longest }: LeaseTimes) =>
  (eb: ExpressionBuilder<Schema, 'logout_notices'>) =>
    eb.and([
      isWaiting,
      eb('due_at', '<=', now),
      eb.or([eb('state', '=', 'queued'), eb('leased_until', '<=', now), eb('leased_until', '>', longest)]),
    ]);

/** Makes notices due that would wait beyond `longest`. What else was ahead of the clock is set to now. */
export async function recallNotices(tx: Tx, now: Instant, longest: Instant): Promise<void> {
  await tx
    .updateTable('logout_notices')
    .set({ due_at: now, created_at: sql`case when created_at > ${now} then ${now} else created_at end` })
    .where(isWaiting)
    .where('due_at', '>', longest)
    .execute();
}

export type NoticeSettlement = Pick<LogoutNotice, 'state' | 'last_error' | 'tried_at'> &
  Partial<Pick<LogoutNotice, 'due_at' | 'subject' | 'session_id'>>;

/** Stores the result of a leased notice, if the lease is still ours. */
export async function settleNotice(tx: Tx, { id, leased_until }: LogoutNotice, settlement: NoticeSettlement) {
  await tx
    .updateTable('logout_notices')
    .set({ ...settlement, leased_until: null })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('leased_until', '=', leased_until)
    .execute();
}

/** What nobody tried to deliver before it was given up: an application that does not answer is tried once an hour at most. */
export async function giveUpNotices(
  tx: Tx,
  application: string,
  before: Instant,
  last_error: string | null,
): Promise<void> {
  await tx
    .updateTable('logout_notices')
    .set({ state: 'failed', subject: '', session_id: '', last_error })
    .where('application_id', '=', application)
    .where(isWaiting)
    .where('state', '=', 'queued')
    .where('created_at', '<=', before)
    .execute();
}

/** The waiting notices, and when the first is due. With ORDER BY, so that only the partial index is read. */
export const noticesWaiting = (db: Db, most: number) => {
  const waiting = db.selectFrom('logout_notices').where(isWaiting);
  const first = waiting.select('due_at').orderBy('due_at').orderBy('id').limit(most);
  return db
    .selectFrom(first.as('first'))
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min<Instant | null>('due_at').as('firstDue')])
    .executeTakeFirstOrThrow();
};

export async function dropNoticesBefore(tx: Tx, before: Instant, most: number): Promise<number> {
  const old = tx.selectFrom('logout_notices').select('id').where('created_at', '<', before).limit(most);
  const dropped = tx.deleteFrom('logout_notices').where('id', 'in', old);
  return Number((await dropped.executeTakeFirstOrThrow()).numDeletedRows);
}

export const listNoticesOf = (db: Db, userId: UserId) =>
  db
    .selectFrom('logout_notices')
    .select(['application_id', 'state', 'created_at', 'tried_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

/** Removes a person's id from notices. Pending ones are still sent: they tell the application that the account is gone. */
export async function forgetWhose(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('application_sign_ins').where('user_id', '=', userId).execute();
  await tx.updateTable('logout_notices').set({ user_id: null }).where('user_id', '=', userId).execute();
}

const ofApplication = (db: Db, applicationId: string) =>
  db.selectFrom('logout_notices').where('application_id', '=', applicationId);

export interface NoticePage {
  /** Only ids below this one. */
  readonly before: number | undefined;
  readonly limit: number;
  readonly cap: number;
}

/** Notices to an application, newest first, with one extra row. */
export async function pageNotices(db: Db, applicationId: string, { before, limit, cap }: NoticePage) {
  const all = ofApplication(db, applicationId);
  const beyond = before === undefined ? all : all.where('id', '<', before);
  const rows = await beyond
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return { rows, counted: await countUpTo(db, all.select('id'), cap) };
}

/** Stored once per sign-in, however often it is used at the application. */
export async function recordSignIn(tx: Tx, entered: ApplicationSignIn): Promise<void> {
  const { subject, session_id, logout_uri } = entered;
  await tx
    .insertInto('application_sign_ins')
    .values(entered)
    .onConflict((conflict) =>
      conflict.columns(['sid', 'application_id']).doUpdateSet({ subject, session_id, logout_uri }),
    )
    .execute();
}
