import { type RawBuilder, type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { Db, Tx } from './database.ts';
import { eachEngine, engineOf } from './each-engine.ts';
import { valuesIn } from './insert-rows.ts';
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
interface LastOfPage {
  readonly created_at: Instant;
  readonly id: string;
}

/** What the next page of such a list begins with. */
export const olderThan = ({ created_at, id }: LastOfPage) =>
  sql<boolean>`(created_at < ${created_at} or (created_at = ${created_at} and id > ${id}))`;

/** Far more than the rows created between a backup and its restore, and little compared to the largest id (2^53). */
const SKIPPED = 1_000_000;

/**
 * Makes a table's next ids begin far above the last one: a restored store would otherwise assign ids again that were already
 * used after the backup.
 */
export async function skipNumbers(tx: Tx, table: keyof Schema): Promise<void> {
  if (engineOf(tx) === 'postgres') {
    const sequence = sql`pg_get_serial_sequence(${table}, 'id')::regclass`;
    await sql`select setval(${sequence}, nextval(${sequence}) + ${sql.lit(SKIPPED)})`.execute(tx);
    return;
  }
  const skip = sql`update sqlite_sequence set seq = seq + ${sql.lit(SKIPPED)} where name = ${table}`;
  const { numAffectedRows } = await skip.execute(tx);
  if (numAffectedRows !== 0n) return;
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${sql.lit(SKIPPED)})`.execute(tx); // the table was always empty
}

/** The ids in a group for which a condition holds, as an opaque text for `namedIds`. */
export function idsAsText(column: RawBuilder<number>, condition: RawBuilder<boolean>): RawBuilder<string> {
  return eachEngine({
    sqlite: () => sql`json_group_array(${column}) filter (where ${condition})`,
    postgres: () => sql`coalesce((json_agg(${column}) filter (where ${condition}))::text, '[]')`,
  });
}

/** A query of people's ids. */
// biome-ignore lint/suspicious/noExplicitAny: whatever tables it reads
export type Ids = SelectQueryBuilder<any, any, { id: UserId }>;

/** @param ids the text from `idsAsText` */
export const namedIds = (db: Db, ids: string): Ids =>
  db.selectFrom(valuesIn<UserId>('bigint', ids).as('named')).select(sql.ref<UserId>('named.value').as('id'));

/**
 * Whether a column has one of these ids, for rows that are read in order. The second half is never true: PostgreSQL would join a
 * plain `in` and read all rows first.
 */
export const isIn = (column: string, ids: Ids): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} in ${ids} or 1 = 0)`;
