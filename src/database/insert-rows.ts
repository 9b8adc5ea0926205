import type { SQLInputValue } from 'node:sqlite';
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Engine, Tx } from './database.ts';
import type { Schema } from './schema.ts';
import { EachRow } from './sqlite-dialect.ts';

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
 * Inserts many rows. Returns what `returning` asks for, in no particular order.
 * PostgreSQL gets one statement with one parameter, a JSON text: with a parameter for each value it would read differently
 * for every number of rows, and be prepared and kept for each. SQLite is on this thread, where a statement for each row
 * costs less than reading JSON.
 */
export async function insertRows<Row, Returned = never>(tx: Tx, wanted: RowsToInsert<Row>): Promise<Returned[]> {
  if (wanted.rows.length === 0) return [];
  const query = wanted.engine === 'sqlite' ? sqliteQuery(wanted) : postgresQuery(wanted).compile(tx);
  return (await tx.executeQuery<Returned>(query)).rows;
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
const endOf = <Row>({ leaveOutTaken, returning = [] }: RowsToInsert<Row>): string =>
  `${leaveOutTaken ? ' on conflict do nothing' : ''}${returning.length > 0 ? ` returning ${quoted(returning)}` : ''}`;

function sqliteQuery<Row>(wanted: RowsToInsert<Row>): CompiledQuery {
  const { table, columns, rows } = wanted;
  const values = rows.map((row) => columns.map((column) => row[column] as SQLInputValue));
  const places = columns.map(() => '?').join(', ');
  const text = `insert into "${table}" (${quoted(columns)}) values (${places})${endOf(wanted)}`;
  return CompiledQuery.raw(text, [new EachRow(values)]);
}

/** The table's own row type says what each member is. */
function postgresQuery<Row>(wanted: RowsToInsert<Row>): RawBuilder<unknown> {
  const { table, columns, rows } = wanted;
  const names = sql.raw(quoted(columns));
  const members = sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;
  return sql`insert into ${sql.table(table)} (${names}) select ${names} from ${members}${sql.raw(endOf(wanted))}`;
}
