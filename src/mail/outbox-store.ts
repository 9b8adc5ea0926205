import { type ExpressionBuilder, type Generated, type SqlBool, sql } from 'kysely';
import type { Database, Db, Engine, Tx } from '../database/database.ts';
import { insertRows, valuesOf } from '../database/insert-rows.ts';
import type { PersonalValues } from '../database/personal-data.ts';
import type { Schema } from '../database/schema.ts';
import type { Instant } from '../kernel/clock.ts';
import type { OutboxMail } from './mail.ts';

declare module '../database/schema.ts' {
  interface Schema {
    mails: Omit<OutboxMail, 'id'> & { id: Generated<number> };
  }
}

export const addMail = (tx: Tx, mail: Omit<OutboxMail, 'id'>): Promise<{ id: number }> =>
  tx.insertInto('mails').values(mail).returning('id').executeTakeFirstOrThrow();

const NEW_MAIL_COLUMNS = [
  'message_id',
  'kind',
  'user_id',
  'tenant_id',
  'to_address',
  'language',
  'params',
  'secret_ref',
  'state',
  'attempts',
  'due_at',
  'created_at',
] as const;

export async function addMails(tx: Tx, engine: Engine, rows: readonly Omit<OutboxMail, 'id'>[]): Promise<void> {
  const numbers = ['user_id', 'tenant_id', 'attempts'] as const;
  await insertRows(tx, { engine, table: 'mails', columns: NEW_MAIL_COLUMNS, numbers, rows });
}

/** A node that is sending one of them finds its lease gone. */
export async function cancelMails(tx: Tx, engine: Engine, userIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ state: 'cancelled', leased_until: null })
    .where('user_id', 'in', valuesOf(engine, 'bigint', userIds))
    .where('state', 'in', ['queued', 'sending'])
    .execute();
}

/** The first condition is the one of the index `mails__due`, word by word: neither engine uses it for bound values. */
const isDue = (now: Instant) => (eb: ExpressionBuilder<Schema, 'mails'>) =>
  eb.and([
    sql<boolean>`state in ('queued', 'sending')`,
    eb('due_at', '<=', now),
    eb.or([eb('state', '=', 'queued'), eb('leased_until', '<=', now)]),
  ]);

/** Whether there is anything to do: the cheap question of an idle worker. */
export const hasDueMail = async (db: Db, now: Instant): Promise<boolean> =>
  (await db.selectFrom('mails').select('id').where(isDue(now)).limit(1).executeTakeFirst()) !== undefined;

/**
 * Takes the mail that has waited longest, or one whose node fell silent: of all who ask, one gets the row. On PostgreSQL the
 * others take the next instead of waiting for this one.
 */
export function leaseMail(
  tx: Tx,
  engine: Database['engine'],
  now: Instant,
  until: Instant,
): Promise<OutboxMail | undefined> {
  const first = tx.selectFrom('mails').select('id').where(isDue(now)).orderBy('due_at').orderBy('id').limit(1);
  return tx
    .updateTable('mails')
    .set((eb) => ({ state: 'sending', leased_until: until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', engine === 'postgres' ? first.forUpdate().skipLocked() : first)
    .where(isDue(now))
    .returningAll()
    .executeTakeFirst();
}

export type Settlement = Pick<OutboxMail, 'state'> & Partial<Pick<OutboxMail, 'due_at' | 'sent_at' | 'last_error'>>;

/** Writes what became of a leased mail, if the lease is still ours. */
export async function settleMail(tx: Tx, { id, leased_until }: OutboxMail, settlement: Settlement): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ ...settlement, leased_until: null })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('leased_until', '=', leased_until)
    .execute();
}

export const listMailsOf = (db: Db, userId: number) =>
  db
    .selectFrom('mails')
    .select(['kind', 'to_address', 'state', 'created_at', 'sent_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

/** Empties a person's mails and stops those that have not gone out. A node that is sending one finds its lease gone. */
export async function blankMails(tx: Tx, userId: number): Promise<void> {
  const ofUser = tx.updateTable('mails').where('user_id', '=', userId);
  const nothing = { params: '{}', to_address: `erased-${userId}@erased.invalid`, secret_ref: null, last_error: null };
  await ofUser.set({ state: 'cancelled', leased_until: null }).where('state', 'in', ['queued', 'sending']).execute();
  await ofUser.set(nothing).execute();
}

type Named = Pick<PersonalValues, 'userId' | 'emails' | 'fullName'>;

/** Mails to a person, those to an address of theirs that were about somebody else, and invitations in which they invite. */
export async function listMailIds(db: Db, { userId, emails, fullName }: Named): Promise<number[]> {
  const found = db
    .selectFrom('mails')
    .select('id')
    .where((mail) =>
      mail.or([
        mail('user_id', '=', userId),
        ...(emails.length > 0 ? [mail('to_address', 'in', emails)] : []),
        ...(fullName === null ? [] : [namesInviter(fullName)]),
      ]),
    );
  return (await found.orderBy('id').execute()).map(({ id }) => id);
}

const inviterIs = (fullName: string): string => `"invited_by":${JSON.stringify(fullName)}`;

/** By `replace` and not by `like`: a name may hold what is a wildcard there. */
const namesInviter = (fullName: string) =>
  sql<SqlBool>`(params <> '{}' and params like '%"invited_by":%' and replace(params, ${inviterIs(fullName)}, '') <> params)`;

/** Empties mails to these addresses that were about others, and takes a name out of invitations sent to others. */
export async function blankMailsNaming(tx: Tx, { userId, emails, fullName }: Named): Promise<void> {
  const nothing = { params: '{}', to_address: `erased-${userId}@erased.invalid`, secret_ref: null, last_error: null };
  if (emails.length > 0) {
    const named = tx.updateTable('mails').where('to_address', 'in', emails);
    await named.set({ state: 'cancelled', leased_until: null }).where('state', 'in', ['queued', 'sending']).execute();
    await named.set(nothing).execute();
  }
  if (fullName === null) return;
  await tx
    .updateTable('mails')
    .set({ params: sql`replace(params, ${inviterIs(fullName)}, '"invited_by":""')` })
    .where(namesInviter(fullName))
    .execute();
}

/** `undefined` for no such mail. */
export const findMailState = async (db: Db, id: number): Promise<OutboxMail['state'] | undefined> =>
  (await db.selectFrom('mails').select('state').where('id', '=', id).executeTakeFirst())?.state;

/** Mails that ended before an instant keep their fact and lose their contents. Returns how many. */
export async function blankEndedMails(tx: Tx, before: Instant, most: number): Promise<number> {
  const ended = tx
    .selectFrom('mails')
    .select('id')
    .where('state', 'in', ['sent', 'failed', 'cancelled'])
    .where('created_at', '<', before)
    .where('params', '<>', sql.lit('{}'))
    .limit(most);
  const blanked = tx.updateTable('mails').set({ params: '{}', secret_ref: null }).where('id', 'in', ended);
  return (await blanked.returning('id').execute()).length;
}
