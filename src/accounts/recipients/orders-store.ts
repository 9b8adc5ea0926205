import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { jsonOf } from '../../platform/database/json-column.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { skipLocked } from '../../platform/database/sql-fragments.ts';
import type { LeaseTimes } from '../../platform/jobs/delivery-worker.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { type Order, ordersTable } from './order.ts';
import type { Recipient } from './recipient.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    recipient_orders: TableOf<typeof ordersTable>;
  }
}

const orderJson = jsonOf(ordersTable);

type Ordered = Pick<Order, 'id' | 'recipient_id' | 'user_id' | 'tenant_id' | 'kind' | 'fields' | 'ordered_at'>;

/** To be sent at once. A recipient is told once that somebody is erased. */
export async function addOrders(tx: Tx, orders: readonly Ordered[]): Promise<void> {
  if (orders.length === 0) return;
  const rows = orders.map((order) => orderJson.write({ ...NOTHING_YET, ...order, send_at: order.ordered_at }));
  await tx
    .insertInto('recipient_orders')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const NOTHING_YET = {
  sent_at: null,
  reminded_at: null,
  overdue_at: null,
  told_by: null,
  answered_at: null,
  answer: null,
  ground: null,
  kept_until: null,
  proof: null,
};

export async function dropCorrections(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('recipient_orders').where('user_id', '=', userId).where('kind', '=', 'correct').execute();
}

/** @throws if there is no such user */
export async function findTenantOf(db: Db, userId: UserId): Promise<TenantId> {
  const user = db.selectFrom('users').select('tenant_id').where('id', '=', userId);
  return (await user.executeTakeFirstOrThrow()).tenant_id;
}

export async function findOrder(db: Db, id: string): Promise<Order | undefined> {
  const row = await db.selectFrom('recipient_orders').selectAll().where('id', '=', id).executeTakeFirst();
  return row && orderJson.read(row);
}

export interface NamedOrder extends Order {
  readonly name: string;
  readonly recipient_kind: Recipient['kind'];
  readonly recipient_tenant_id: Recipient['tenant_id'];
}

/** What was told about a person, under any of their ids, newest first, with the recipients' names. */
export async function listOrdersOf(db: Db, userIds: readonly UserId[], kind?: Order['kind']): Promise<NamedOrder[]> {
  const all = db
    .selectFrom('recipient_orders')
    .innerJoin('recipients', 'recipients.id', 'recipient_orders.recipient_id')
    .selectAll('recipient_orders')
    .select(['recipients.name', 'recipients.kind as recipient_kind', 'recipients.tenant_id as recipient_tenant_id'])
    .where('user_id', 'in', userIds);
  const some = kind === undefined ? all : all.where('recipient_orders.kind', '=', kind);
  const rows = await some
    .orderBy('ordered_at', 'desc')
    .orderBy('recipients.name')
    .orderBy('recipient_orders.id')
    .execute();
  return rows.map((row) => orderJson.read(row));
}

/** Unanswered orders of a recipient, the oldest first. */
export async function listOpenOrders(db: Db, recipientId: string, most: number): Promise<Order[]> {
  const open = db.selectFrom('recipient_orders').selectAll().where('recipient_id', '=', recipientId);
  const rows = await open.where('answered_at', 'is', null).orderBy('ordered_at').orderBy('id').limit(most).execute();
  return rows.map((row) => orderJson.read(row));
}

/** The recipient has them. Returns those that it had not had before. */
export async function markSent(tx: Tx, ids: readonly string[], at: Instant): Promise<Order[]> {
  if (ids.length === 0) return [];
  await tx.updateTable('recipient_orders').set({ send_at: null }).where('id', 'in', ids).execute();
  const rows = await tx
    .updateTable('recipient_orders')
    .set({ sent_at: at })
    .where('id', 'in', ids)
    .where('sent_at', 'is', null)
    .where('answered_at', 'is', null)
    .returningAll()
    .execute();
  return rows.map((row) => orderJson.read(row));
}

type Answered = Pick<Order, 'answer' | 'ground' | 'kept_until' | 'proof'> & { readonly answered_at: Instant };

/** Exactly one receipt counts, of the recipient alone, and none before it has the order. `undefined` for any other. */
export async function answerOrder(
  tx: Tx,
  { id, recipientId }: { readonly id: string; readonly recipientId: string },
  answered: Answered,
): Promise<Order | undefined> {
  const row = await tx
    .updateTable('recipient_orders')
    .set({ ...answered, send_at: null })
    .where('id', '=', id)
    .where('recipient_id', '=', recipientId)
    .where('sent_at', 'is not', null)
    .where('answered_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && orderJson.read(row);
}

type ByHand = Pick<Order, 'told_by' | 'answered_at' | 'answer' | 'ground' | 'kept_until' | 'proof'>;

/** An administrator says that people told the recipient, and what it answered if it has. */
export async function markByHand(tx: Tx, id: string, told: Instant, marked: ByHand): Promise<Order | undefined> {
  const row = await tx
    .updateTable('recipient_orders')
    .set((eb) => ({ ...marked, send_at: null, sent_at: eb.fn.coalesce('sent_at', eb.val(told)) }))
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && orderJson.read(row);
}

/** Those to remind, each once: unanswered since before then, and not overdue. They are sent once more. */
export async function remindOrders(tx: Tx, before: Instant, at: Instant, most: number): Promise<Order[]> {
  const due = tx
    .selectFrom('recipient_orders')
    .select('id')
    .where(isWaiting)
    .where('ordered_at', '<=', before)
    .where('reminded_at', 'is', null)
    .orderBy('ordered_at')
    .orderBy('id')
    .limit(most);
  const rows = await tx
    .updateTable('recipient_orders')
    .set({ reminded_at: at, send_at: at })
    .where('id', 'in', due)
    .where('reminded_at', 'is', null)
    .where('answered_at', 'is', null)
    .returningAll()
    .execute();
  return rows.map((row) => orderJson.read(row));
}

/** Those that become overdue, each once. They are not sent any more. */
export async function endWaiting(tx: Tx, before: Instant, at: Instant, most: number): Promise<Order[]> {
  const due = tx
    .selectFrom('recipient_orders')
    .select('id')
    .where(isWaiting)
    .where('ordered_at', '<=', before)
    .orderBy('ordered_at')
    .orderBy('id')
    .limit(most);
  const rows = await tx
    .updateTable('recipient_orders')
    .set({ overdue_at: at, send_at: null })
    .where('id', 'in', due)
    .where('overdue_at', 'is', null)
    .where('answered_at', 'is', null)
    .returningAll()
    .execute();
  return rows.map((row) => orderJson.read(row));
}

/** Exactly the condition of the index `recipient_orders__waiting`. */
const isWaiting = sql<boolean>`answered_at is null and overdue_at is null`;

/** The unanswered orders of these recipients, and how many of them are overdue. */
export async function countUnanswered(db: Db, recipientIds: readonly string[]) {
  const counted = await db
    .selectFrom('recipient_orders')
    .select(({ fn }) => [
      'recipient_id',
      fn.countAll<number>().as('open'),
      fn.count<number>('overdue_at').as('overdue'),
    ])
    .where('recipient_id', 'in', valuesOf('text', recipientIds))
    .where('answered_at', 'is', null)
    .groupBy('recipient_id')
    .execute();
  return new Map(counted.map(({ recipient_id, open, overdue }) => [recipient_id, { open, overdue }]));
}

export async function hasUnanswered(db: Db): Promise<boolean> {
  const one = db.selectFrom('recipient_orders').select('id').where(isWaiting).limit(1);
  return (await one.executeTakeFirst()) !== undefined;
}

const isFree =
  ({ now, longest }: LeaseTimes) =>
  ({ and, or, eb }: ExpressionBuilder<Schema, 'recipients'>) =>
    and([
      eb('due_at', '<=', now),
      or([eb('leased_until', 'is', null), eb('leased_until', '<=', now), eb('leased_until', '>', longest)]),
    ]);

/** The recipient that waits longest for its turn, and has something to be sent. */
const nextTurn = (db: Db, times: LeaseTimes) =>
  db
    .selectFrom('recipients')
    .select('id')
    .where('kind', '=', 'application')
    .where(isFree(times))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('recipient_orders')
          .select('recipient_orders.id')
          .whereRef('recipient_orders.recipient_id', '=', 'recipients.id')
          .where('send_at', 'is not', null),
      ),
    )
    .orderBy('taken_at')
    .orderBy('id')
    .limit(1);

export const hasDueTurn = async (db: Db, times: LeaseTimes): Promise<boolean> =>
  (await nextTurn(db, times).executeTakeFirst()) !== undefined;

export const takeTurn = (tx: Tx, times: LeaseTimes): Promise<Recipient | undefined> =>
  tx
    .updateTable('recipients')
    .set({ taken_at: times.now, leased_until: times.until })
    .where('id', '=', skipLocked(nextTurn(tx, times)))
    .where(isFree(times))
    .returningAll()
    .executeTakeFirst();

export async function listToSend(db: Db, recipientId: string, most: number): Promise<Order[]> {
  const due = db.selectFrom('recipient_orders').selectAll().where('recipient_id', '=', recipientId);
  const rows = await due.where('send_at', 'is not', null).orderBy('send_at').orderBy('id').limit(most).execute();
  return rows.map((row) => orderJson.read(row));
}

/** True if the turn is still ours. */
export async function settleTurn(
  tx: Tx,
  { id, leased_until }: Recipient,
  result: Pick<Recipient, 'failures' | 'problem' | 'due_at'>,
): Promise<boolean> {
  const settled = tx
    .updateTable('recipients')
    .set({ ...result, leased_until: null })
    .where('id', '=', id)
    .where('leased_until', '=', leased_until);
  return (await settled.executeTakeFirstOrThrow()).numUpdatedRows > 0;
}

/** Makes due what a clock put off that has been set back since. */
export async function recallTurns(tx: Tx, now: Instant, longest: Instant): Promise<void> {
  await tx
    .updateTable('recipients')
    .set({ due_at: now, taken_at: now })
    .where(({ or, eb }) => or([eb('due_at', '>', longest), eb('taken_at', '>', longest)]))
    .execute();
}

export async function measureOrders(db: Db): Promise<{ waiting: number; overdue: number }> {
  const count = (state: 'waiting' | 'overdue') =>
    db
      .selectFrom('recipient_orders')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('answered_at', 'is', null)
      .where('overdue_at', state === 'overdue' ? 'is not' : 'is', null)
      .executeTakeFirstOrThrow();
  return { waiting: Number((await count('waiting')).number), overdue: Number((await count('overdue')).number) };
}

/** Corrections are told and over. Orders to erase are proof, and stay. */
export async function dropCorrectionsBefore(tx: Tx, before: Instant, most: number): Promise<number> {
  const old = tx
    .selectFrom('recipient_orders')
    .select('id')
    .where('ordered_at', '<', before)
    .where('kind', '=', 'correct')
    .limit(most);
  const dropped = tx.deleteFrom('recipient_orders').where('id', 'in', old);
  return Number((await dropped.executeTakeFirstOrThrow()).numDeletedRows);
}
