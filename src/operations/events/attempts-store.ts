import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, id, integer, type RowOf, type TableOf, text } from '../../platform/database/define-table.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';

/** One call of a receiver. */
export const attemptsTable = defineTable(
  'event_attempts',
  {
    id: id(),
    subscription_id: text().references('event_subscriptions', 'id', 'cascade'),
    seq: integer(),
    at: text<Instant>(),
    took_ms: integer(),
    status: integer().orNull(),
    /** Why there was no answer. */
    problem: text().orNull(),
    /** The first KiB of the answer. */
    excerpt: text(),
  },
  {
    indexes: { subscription: 'subscription_id, id', at: 'at', seq: 'seq' },
    personal: { nobody: 'how a receiver answers; an erasure blanks what was answered to events about the person' },
  },
);

export type Attempt = RowOf<typeof attemptsTable>;
export type NewAttempt = Omit<Attempt, 'id'>;

declare module '../../platform/database/schema.ts' {
  interface Schema {
    event_attempts: TableOf<typeof attemptsTable>;
  }
}

export const addAttempts = (tx: Tx, rows: readonly NewAttempt[]): Promise<void> =>
  insertRows(tx, {
    table: 'event_attempts',
    columns: ['subscription_id', 'seq', 'at', 'took_ms', 'status', 'problem', 'excerpt'],
    numbers: ['seq', 'took_ms', 'status'],
    rows,
  });

interface AttemptPage {
  /** Only ids below this one. */
  readonly before: number | undefined;
  readonly limit: number;
  readonly cap: number;
}

/** Newest first, with one extra row. */
export async function pageAttempts(db: Db, subscriptionId: string, { before, limit, cap }: AttemptPage) {
  const all = db.selectFrom('event_attempts').where('subscription_id', '=', subscriptionId);
  const beyond = before === undefined ? all : all.where('id', '<', before);
  const rows = await beyond
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return { rows, counted: await countUpTo(db, all.select('id'), cap) };
}

/** A receiver may answer with what it was sent, a name say. */
export async function blankAnswersAbout(tx: Tx, userId: UserId): Promise<void> {
  const about = tx
    .selectFrom('audit_records')
    .innerJoin('audit_seals', 'audit_seals.record_id', 'audit_records.id')
    .select('audit_seals.seq')
    .where('audit_records.user_id', '=', userId);
  await tx.updateTable('event_attempts').set({ excerpt: '' }).where('seq', 'in', about).execute();
}
