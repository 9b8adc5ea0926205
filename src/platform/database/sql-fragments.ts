import { type RawBuilder, type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Instant } from '../kernel/clock.ts';
import { eachEngine } from './each-engine.ts';
import type { Schema } from './schema.ts';

/** Locks the rows of a query and skips rows that others have locked. A no-op with one writer at a time. */
export const skipLocked = <Tables extends keyof Schema, Row>(
  rows: SelectQueryBuilder<Schema, Tables, Row>,
): SelectQueryBuilder<Schema, Tables, Row> =>
  rows.modifyEnd(eachEngine({ sqlite: () => sql``, postgres: () => sql`for update skip locked` }));

/** Locks the rows of a query as an update would, one after the other in its order. A no-op with one writer at a time. */
export const lockedRows = <Tables extends keyof Schema, Row>(
  rows: SelectQueryBuilder<Schema, Tables, Row>,
): SelectQueryBuilder<Schema, Tables, Row> =>
  rows.modifyEnd(eachEngine({ sqlite: () => sql``, postgres: () => sql`for no key update` }));

/** Whether a column contains a lower-case text, ignoring the column's case. No character acts as a wildcard. */
export const containsText = (column: string, text: string): RawBuilder<SqlBool> =>
  eachEngine({
    sqlite: () => sql`instr(lower(${sql.ref(column)}), ${text}) > 0`,
    postgres: () => sql`position(${text} in lower(${sql.ref(column)})) > 0`,
  });

/**
 * Joins a table by looking up each row so far. CROSS JOIN makes SQLite start with these; otherwise it would scan the whole table in
 * order. `offset 0` keeps PostgreSQL from comparing all of them with all of its rows, as it does while it believes that there are few,
 * such as after an import.
 */
export function lookedUp<Table extends keyof Schema>(
  // biome-ignore lint/suspicious/noExplicitAny: whatever was selected before
  rows: SelectQueryBuilder<any, any, object>,
  table: Table,
  name: string,
  condition: RawBuilder<SqlBool>,
) {
  const joined = eachEngine<Selectable<Schema[Table]>>({
    sqlite: () => sql.table(table),
    postgres: () => sql`lateral (select * from ${sql.table(table)} as ${sql.ref(name)} where ${condition} offset 0)`,
  });
  const isFound = eachEngine<SqlBool>({ sqlite: () => condition, postgres: () => sql`true` });
  return rows.crossJoin(joined.as(name)).where(isFound);
}

/** The last of a page of a list that shows the newest first, and by id what was made in one instant. */
interface LastShown {
  readonly created_at: Instant;
  readonly id: string;
}

/** What the next page of such a list begins with. */
export const olderThan = ({ created_at, id }: LastShown) =>
  sql<boolean>`(created_at < ${created_at} or (created_at = ${created_at} and id > ${id}))`;
