import { type RawBuilder, sql } from 'kysely';
import type { Engine, Tx } from './database.ts';
import type { Schema } from './schema.ts';

interface RowsToInsert<Row> {
  readonly engine: Engine;
  readonly table: keyof Schema;
  readonly columns: readonly (keyof Row & string)[];
  readonly rows: readonly Row[];
  /** Rows that a unique index refuses are left out instead of failing the statement. */
  readonly leaveOutTaken?: true;
  readonly returning?: readonly string[];
}

/**
 * Inserts many rows by one statement with one parameter, a JSON text. With a parameter for each value the statement would
 * read differently for every number of rows, and either engine would prepare and keep each of them.
 * Returns what `returning` asks for, in no particular order.
 */
export async function insertRows<Row, Returned = never>(tx: Tx, wanted: RowsToInsert<Row>): Promise<Returned[]> {
  const { engine, table, columns, rows, leaveOutTaken, returning = [] } = wanted;
  if (rows.length === 0) return [];
  const from = engine === 'sqlite' ? sqliteRows(columns, rows) : postgresRows(table, columns, rows);
  const conflict = leaveOutTaken ? sql`on conflict do nothing` : sql``;
  const told = returning.length > 0 ? sql`returning ${names(returning)}` : sql``;
  const statement = sql`insert into ${sql.table(table)} (${names(columns)}) ${from} ${conflict} ${told}`;
  return (await statement.execute(tx)).rows as Returned[];
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

const names = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** Rows as arrays, so that no name is repeated; `where true` keeps `on conflict` from reading as a join condition. */
const sqliteRows = <Row>(columns: readonly (keyof Row & string)[], rows: readonly Row[]) => {
  const list = JSON.stringify(rows.map((row) => columns.map((column) => row[column])));
  const values = sql.join(columns.map((_column, index) => sql`value ->> ${sql.lit(index)}`));
  return sql`select ${values} from json_each(${list}) where true`;
};

/** The table's own row type says what each member is. */
const postgresRows = <Row>(table: string, columns: readonly (keyof Row & string)[], rows: readonly Row[]) =>
  sql`select ${names(columns)} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;
