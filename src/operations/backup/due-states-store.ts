import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, id, type RowOf, type TableOf, text } from '../../platform/database/define-table.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';

/** Keys by name, revoked or not. */
export const listKeys = (db: Db, kids: readonly string[]) =>
  db.selectFrom('data_keys').select(['kid', 'public_key', 'revoked_at']).where('kid', 'in', kids).execute();

/** A note that a journalled state has changed. Triggers write them (`journal` of a table). */
export const lastWordsDueTable = defineTable(
  'last_words_due',
  {
    id: id(),
    kind: text(),
    key: text(),
    at: text<Instant>(),
  },
  {
    personal: { nobody: 'ids, kinds and instants, for seconds' },
  },
);

export type DueState = RowOf<typeof lastWordsDueTable>;

declare module '../../platform/database/schema.ts' {
  interface Schema {
    last_words_due: TableOf<typeof lastWordsDueTable>;
  }
}

export const listDue = (db: Db, most: number): Promise<DueState[]> =>
  db.selectFrom('last_words_due').selectAll().orderBy('id').limit(most).execute();

export async function dropDue(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('last_words_due').where('id', 'in', valuesOf('bigint', ids)).execute();
}

export async function findOldestDue(db: Db): Promise<Instant | undefined> {
  return (await db.selectFrom('last_words_due').select('at').orderBy('id').limit(1).executeTakeFirst())?.at;
}
