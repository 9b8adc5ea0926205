import type { SQLInputValue } from 'node:sqlite';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { isOneOf } from '../kernel/unchecked.ts';
import type { Tx } from './database.ts';
import { eachEngine, engineOf } from './each-engine.ts';
import type { Schema } from './schema.ts';
import type { EachRow } from './sqlite-statements.ts';

type NumbersOf<Row> = { [Key in keyof Row & string]: Row[Key] extends number | null ? Key : never }[keyof Row & string];

interface Rows<Row> {
  readonly table: keyof Schema;
  readonly columns: readonly (keyof Row & string)[];
  /** The non-text columns. */
  readonly numbers: readonly NumbersOf<Row>[];
  readonly rows: readonly Row[];
  /** Skips rows that violate a unique index instead of failing the statement. */
  readonly leaveOutTaken?: true;
}

type RowsToInsert<Table extends keyof Schema, Row, Column extends ColumnOf<Table> & keyof Row> = Rows<Row> & {
  readonly table: Table;
  readonly columns: WholeList<Table, Row, Column>;
};

/**
 * A list of columns from which none is missing, or it does not compile: neither a member of the row, unless it is always null,
 * nor a column of the table that has no default. So a new column cannot be lost.
 */
export type WholeList<Table extends keyof Schema, Row, Column extends ColumnOf<Table> & keyof Row> = readonly Column[] &
  NothingMissing<Exclude<ValuedMember<Row> | ColumnWithoutDefault<Table>, Column>>;

/** A new row, with the columns that are null until something happens. */
export type NewRow<Row, NullAtFirst extends keyof Row> = Omit<Row, NullAtFirst> & {
  readonly [Key in NullAtFirst]: null;
};

export type ColumnOf<Table extends keyof Schema> = keyof Insertable<Schema[Table]> & string;

type ValuedMember<Row> = { [Key in keyof Row & string]: Row[Key] extends null ? never : Key }[keyof Row & string];

type ColumnWithoutDefault<Table extends keyof Schema> = {
  [Key in ColumnOf<Table>]: object extends Pick<Insertable<Schema[Table]>, Key> ? never : Key;
}[ColumnOf<Table>];

type NothingMissing<Missing> = [Missing] extends [never] ? unknown : { readonly missing: Missing };

/**
 * Inserts many rows. PostgreSQL gets one statement with one array parameter per column: a parameter per value would be
 * a different statement, prepared and kept, for every number of rows; one JSON text of all rows was a tenth slower.
 * On SQLite a statement per row is cheaper than parsing JSON.
 */
export async function insertRows<Table extends keyof Schema, Row, Column extends ColumnOf<Table> & keyof Row>(
  tx: Tx,
  wanted: RowsToInsert<Table, Row, Column>,
): Promise<void> {
  if (wanted.rows.length === 0) return;
  const inserted = eachEngine({ sqlite: () => sqliteQuery(wanted, false), postgres: () => postgresQuery(wanted) });
  await inserted.execute(tx);
}

/**
 * Inserts into a table that assigns ids. Returns the `id` of each row in order, `undefined` for a skipped one. The values of
 * column `key` must be unique among the rows.
 */
export async function insertNumbered<Table extends keyof Schema, Row, Column extends ColumnOf<Table> & keyof Row>(
  tx: Tx,
  key: keyof Row & string,
  wanted: RowsToInsert<Table, Row, Column>,
): Promise<(number | undefined)[]> {
  if (wanted.rows.length === 0) return [];
  const inserted = eachEngine<unknown>({
    // RETURNING doubles the cost of an insert on SQLite, and the engine knows the id anyway.
    sqlite: () => sqliteQuery(wanted, true),
    postgres: () => sql`${postgresQuery(wanted)} returning id, ${sql.ref(key)} as key`,
  });
  const { rows } = await inserted.execute(tx);
  if (engineOf(tx) === 'sqlite') return rows as (number | undefined)[]; // as `EachRow` answers
  const ids = new Map((rows as { id: number; key: unknown }[]).map((row) => [row.key, row.id])); // as RETURNING says
  return wanted.rows.map((row) => ids.get(row[key]));
}

/**
 * A list's values as rows with a single column `value`, for `in (…)`: one statement for lists of every length. PostgreSQL assumes
 * that an array has ten values and a JSON text a hundred. For a hundred it would read a whole small table, and keep that plan.
 */
export const valuesOf = <Value extends string | number>(
  type: 'text' | 'bigint',
  values: readonly Value[],
): RawBuilder<Value> =>
  eachEngine({
    sqlite: () => valuesIn(type, JSON.stringify(values)),
    postgres: () => sql`(select unnest(${values}::${sql.raw(type)}[]) as value)`,
  });

/** The same for a list in JSON. */
export const valuesIn = <Value extends string | number>(type: 'text' | 'bigint', json: string): RawBuilder<Value> =>
  eachEngine({
    sqlite: () => sql`(select value from json_each(${json}))`,
    postgres: () => sql`(select value::${sql.raw(type)} from json_array_elements_text(${json}::json) as listed(value))`,
  });

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

const endOf = ({ leaveOutTaken }: { leaveOutTaken?: true }): string => (leaveOutTaken ? ' on conflict do nothing' : '');

/** All rows are the value of the first placeholder. */
function sqliteQuery<Row>(wanted: Rows<Row>, numbered: boolean): RawBuilder<unknown> {
  const { table, columns, rows } = wanted;
  const values = rows.flatMap((row) => columns.map((column) => row[column] as SQLInputValue));
  const each: EachRow = { width: columns.length, values, numbered };
  const into = sql`insert into ${sql.table(table)} (${sql.raw(quoted(columns))})`;
  return sql`${into} values (${each}${sql.raw(`${', ?'.repeat(columns.length - 1)})${endOf(wanted)}`)}`;
}

function postgresQuery<Row>(wanted: Rows<Row>): RawBuilder<unknown> {
  const { table, columns, numbers, rows } = wanted;
  const lists = columns.map((column) => {
    const type = isOneOf(numbers, column) ? sql`bigint[]` : sql`text[]`;
    return sql`${rows.map((row) => row[column] ?? null)}::${type}`;
  });
  const into = sql`insert into ${sql.table(table)} (${sql.raw(quoted(columns))})`;
  return sql`${into} select * from unnest(${sql.join(lists)})${sql.raw(endOf(wanted))}`;
}
