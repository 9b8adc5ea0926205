import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import type { TableOf } from '../database/define-table.ts';
import { insertRows, type NewRow } from '../database/insert-rows.ts';
import { fromJson, type JsonText, toJson } from '../database/json-column.ts';
import { type PersonalValues, textsTelling } from '../database/personal-data.ts';
import type { Schema } from '../database/schema.ts';
import { skipLocked } from '../database/sql-fragments.ts';
import type { LeaseTimes } from '../jobs/delivery-worker.ts';
import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import { withoutMentions } from '../kernel/mention.ts';
import { type MailWords, type mailsTable, NO_WORDS, type OutboxMail } from './mail.ts';

declare module '../database/schema.ts' {
  interface Schema {
    mails: TableOf<typeof mailsTable>;
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
  'named_id',
] as const;

type NewMail = NewRow<Omit<OutboxMail, 'id'>, 'leased_until' | 'sent_at' | 'last_error'>;

export async function addMails(tx: Tx, rows: readonly NewMail[]): Promise<void> {
  const numbers = ['user_id', 'tenant_id', 'attempts', 'named_id'] as const;
  await insertRows(tx, { table: 'mails', columns: NEW_MAIL_COLUMNS, numbers, rows });
}

/** Exactly the condition of the index `mails__due`: neither engine uses a partial index with bound values. */
const isWaiting = sql<boolean>`state in ('queued', 'sending')`;

const isDue =
  ({ now, longest }: LeaseTimes) =>
  (eb: ExpressionBuilder<Schema, 'mails'>) =>
    eb.and([
      isWaiting,
      eb('due_at', '<=', now),
      eb.or([eb('state', '=', 'queued'), eb('leased_until', '<=', now), eb('leased_until', '>', longest)]),
    ]);

/** Whether any mail is due: the cheap query of an idle worker. */
export const hasDueMail = async (db: Db, times: LeaseTimes): Promise<boolean> =>
  (await db.selectFrom('mails').select('id').where(isDue(times)).limit(1).executeTakeFirst()) !== undefined;

/**
 * Leases the mail that has waited longest, or whose lease expired. Exactly one caller gets the row; others take the next one
 * instead of waiting.
 */
export function leaseMail(tx: Tx, times: LeaseTimes): Promise<OutboxMail | undefined> {
  const first = tx.selectFrom('mails').select('id').where(isDue(times)).orderBy('due_at').orderBy('id').limit(1);
  return tx
    .updateTable('mails')
    .set((eb) => ({ state: 'sending', leased_until: times.until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', skipLocked(first))
    .where(isDue(times))
    .returningAll()
    .executeTakeFirst();
}

/** Makes mails due that would wait beyond `longest`. What else was ahead of the clock is set to now. */
export async function recallMails(tx: Tx, now: Instant, longest: Instant): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ due_at: now, created_at: sql`case when created_at > ${now} then ${now} else created_at end` })
    .where(isWaiting)
    .where('due_at', '>', longest)
    .execute();
}

export type Settlement = Pick<OutboxMail, 'state'> & Partial<Pick<OutboxMail, 'due_at' | 'sent_at' | 'last_error'>>;

/** Stores the result of a leased mail, if the lease is still ours. */
export async function settleMail(tx: Tx, { id, leased_until }: OutboxMail, settlement: Settlement): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ ...settlement, leased_until: null })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('leased_until', '=', leased_until)
    .execute();
}

export const listMailsOf = (db: Db, userId: UserId) =>
  db
    .selectFrom('mails')
    .select(['kind', 'to_address', 'language', 'state', 'created_at', 'sent_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

/** Which language somebody reads is about them too. */
const NO_CONTENTS = { params: NO_WORDS, language: 'hr', secret_ref: null, last_error: null } as const;

/** Blanks a person's mails and cancels unsent ones. A node that is sending one loses its lease. */
export async function blankMails(tx: Tx, userId: UserId): Promise<void> {
  const ofUser = tx.updateTable('mails').where('user_id', '=', userId);
  const address = `erased-${userId}@erased.invalid`;
  const nothing = { ...NO_CONTENTS, to_address: address, named_id: null };
  await ofUser.set({ state: 'cancelled', leased_until: null }).where('state', 'in', ['queued', 'sending']).execute();
  await ofUser.set(nothing).execute();
}

/** Mails to others with an administrator's free text that mentions the person. */
export async function listReasonsNaming(
  db: Db,
  values: PersonalValues,
): Promise<{ id: number; params: JsonText<MailWords>; blank: JsonText<MailWords> }[]> {
  const texts = textsTelling(values);
  if (texts.length === 0) return [];
  const told = db
    .selectFrom('mails')
    .select(['id', 'params'])
    .where('params', '<>', sql.lit(NO_WORDS))
    .where('kind', 'in', ['erasure-extended', 'erasure-rejected'])
    .where('user_id', '<>', values.userId);
  return (await told.execute()).flatMap(({ id, params }) => {
    const { reason = '', ...others } = fromJson(params);
    const blank = withoutMentions(reason, texts);
    return blank === reason ? [] : [{ id, params, blank: toJson({ ...others, reason: blank }) }];
  });
}

/** Blanks mails to these addresses that were about others, and removes mentions from mails to others. */
export async function blankMailsNaming(tx: Tx, values: PersonalValues): Promise<void> {
  const { userId, emails } = values;
  const nothing = { ...NO_CONTENTS, to_address: `erased-${userId}@erased.invalid` };
  if (emails.length > 0) {
    const named = tx.updateTable('mails').where('to_address', 'in', emails);
    await named.set({ state: 'cancelled', leased_until: null }).where('state', 'in', ['queued', 'sending']).execute();
    await named.set(nothing).execute();
  }
  for (const { id, params, blank } of await listReasonsNaming(tx, values))
    await tx.updateTable('mails').set({ params: blank }).where('id', '=', id).where('params', '=', params).execute();
}

/** Removes the inviter's name, whatever it was, from invitations to others. By id, since names are not unique. */
export async function blankInviter(tx: Tx, userId: UserId): Promise<void> {
  const invitations = tx.selectFrom('mails').select('params').where('named_id', '=', userId);
  const told = await invitations.where('params', '<>', sql.lit(NO_WORDS)).execute();
  const names = new Set(told.map(({ params }) => fromJson(params).invited_by ?? ''));
  for (const name of names)
    await tx
      .updateTable('mails')
      .set({ params: sql`replace(params, ${`"invited_by":${toJson(name)}`}, '"invited_by":""')` })
      .where('named_id', '=', userId)
      .execute();
  await tx.updateTable('mails').set({ named_id: null }).where('named_id', '=', userId).execute();
}

/** Puts a mail back unless it already waits, or its contents were removed or changed. True for the one caller who did. */
export async function requeue(
  tx: Tx,
  { id, params }: Pick<OutboxMail, 'id' | 'params'>,
  change: Pick<OutboxMail, 'due_at'> & Partial<Pick<OutboxMail, 'message_id' | 'params' | 'secret_ref'>>,
): Promise<boolean> {
  const requeued = tx
    .updateTable('mails')
    .set({ state: 'queued', attempts: 0, leased_until: null, last_error: null, ...change })
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'sent', 'cancelled'])
    .where('params', '<>', sql.lit(NO_WORDS))
    .where('params', '=', params); // an erasure in the meantime must not be undone
  return (await requeued.returning('id').executeTakeFirst()) !== undefined;
}
