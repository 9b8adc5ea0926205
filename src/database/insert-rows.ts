import type { SQLInputValue } from 'node:sqlite';
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Engine, Tx } from './database.ts';
import type { Schema } from './schema.ts';
import { EachRow } from './sqlite-dialect.ts';

type NumbersOf<Row> = { [Key in keyof Row & string]: Row[Key] extends number | null ? Key : never }[keyof Row & string];

interface RowsToInsert<Row> {
  readonly engine: Engine;
  readonly table: keyof Schema;
  readonly columns: readonly (keyof Row & string)[];
  /** Those of the columns that are no text. */
  readonly numbers: readonly NumbersOf<Row>[];
  readonly rows: readonly Row[];
  /** Rows that a unique index refuses are left out instead of failing the statement. */
  readonly leaveOutTaken?: true;
}

/**
 * Inserts many rows.
 * PostgreSQL gets one statement with a parameter for each column, a list: with one for each value it would read differently
 * for every number of rows, and be prepared and kept for each; a JSON text of all rows took a tenth longer. SQLite is on
 * this thread, where a statement for each row costs less than reading JSON.
 */
export async function insertRows<Row>(tx: Tx, wanted: RowsToInsert<Row>): Promise<void> {
  if (wanted.rows.length === 0) return;
  await tx.executeQuery(wanted.engine === 'sqlite' ? sqliteQuery(wanted, false) : postgresQuery(wanted).compile(tx));
}

/**
 * The same into a table that numbers its rows. Returns the `id` of each row, in their order, undefined for one that was left
 * out. What they have in the column `key` tells them apart.
 */
export async function insertNumbered<Row>(
  tx: Tx,
  key: keyof Row & string,
  wanted: RowsToInsert<Row>,
): Promise<(number | undefined)[]> {
  if (wanted.rows.length === 0) return [];
  // RETURNING would double what an insert costs on SQLite; the engine knows the number of the row anyway.
  if (wanted.engine === 'sqlite') return (await tx.executeQuery<number | undefined>(sqliteQuery(wanted, true))).rows;
  const inserted = sql<{ id: number; key: unknown }>`${postgresQuery(wanted)} returning id, ${sql.ref(key)} as key`;
  const { rows } = await tx.executeQuery(inserted.compile(tx));
  const ids = new Map(rows.map((row) => [row.key, row.id]));
  return wanted.rows.map((row) => ids.get(row[key]));
}

/** The values of a list as rows with the one column `value`, for `in (…)`; one statement for lists of every length. */
export const valuesOf = <Value extends string | number>(
  engine: Engine,
  type: 'text' | 'bigint',
  values: readonly Value[],
): RawBuilder<Value> =>
  engine === 'sqlite'
    ? sql`(select value from json_each(${JSON.stringify(values)}))`
    : sql`(select value::${sql.raw(type)} from json_array_elements_text(${JSON.stringify(values)}::json) as listed(value))`;

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** What follows the rows. */
const endOf = ({ leaveOutTaken }: { leaveOutTaken?: true }): string => (leaveOutTaken ? ' on conflict do nothing' : '');

function sqliteQuery<Row>(wanted: RowsToInsert<Row>, numbered: boolean): CompiledQuery {
  const { table, columns, rows } = wanted;
  const places = columns.map(() => '?').join(', ');
  const text = `insert into "${table}" (${quoted(columns)}) values (${places})${endOf(wanted)}`;
  return CompiledQuery.raw(text, [new EachRow(columns, rows as readonly Record<string, SQLInputValue>[], numbered)]);
}

function postgresQuery<Row>(wanted: RowsToInsert<Row>): RawBuilder<unknown> {
  const { table, columns, numbers, rows } = wanted;
  const lists = columns.map((column) => {
    const type = (numbers as readonly string[]).includes(column) ? sql`bigint[]` : sql`text[]`;
    return sql`${rows.map((row) => row[column] ?? null)}::${type}`;
  });
  const into = sql`insert into ${sql.table(table)} (${sql.raw(quoted(columns))})`;
  return sql`${into} select * from unnest(${sql.join(lists)})${sql.raw(endOf(wanted))}`;
}
