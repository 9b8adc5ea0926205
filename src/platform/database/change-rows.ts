import type { SQLInputValue } from 'node:sqlite';
import { type RawBuilder, sql } from 'kysely';
import { isOneOf } from '../kernel/unchecked.ts';
import type { Tx } from './database.ts';
import { eachEngine } from './each-engine.ts';
import type { Schema } from './schema.ts';
import type { EachRow } from './sqlite-statements.ts';

interface Rows<Row> {
  readonly table: keyof Schema;
  /** By which a row is found. */
  readonly key: readonly (keyof Row & string)[];
  /** The non-text columns. */
  readonly numbers: readonly (keyof Row & string)[];
  readonly rows: readonly Row[];
}

/**
 * Changes rows that the transaction has locked, each to values of its own, in one statement as `insertRows` does: a person changed by
 * statements of their own costs a trip to the store for each.
 */
export async function updateRows<Row>(
  tx: Tx,
  wanted: Rows<Row> & { readonly columns: readonly (keyof Row & string)[] },
): Promise<void> {
  const { table, key, columns, rows } = wanted;
  if (rows.length === 0) return;
  const updated = eachEngine<unknown>({
    sqlite: () => sql`update ${sql.table(table)} set ${forEach(wanted, columns, ', ')} where ${sql.raw(equal(key))}`,
    postgres: () => {
      const set = columns.map((column) => `"${column}" = changed."${column}"`).join(', ');
      return sql`update ${sql.table(table)} set ${sql.raw(set)} from ${listed(wanted, [...columns, ...key])}`;
    },
  });
  await updated.execute(tx);
}

/** Deletes the rows with these keys, in one statement. */
export async function deleteRows<Row>(tx: Tx, wanted: Rows<Row>): Promise<void> {
  const { table, key, rows } = wanted;
  if (rows.length === 0) return;
  const deleted = eachEngine<unknown>({
    sqlite: () => sql`delete from ${sql.table(table)} where ${forEach({ ...wanted, key: [] }, key, ' and ')}`,
    postgres: () => sql`delete from ${sql.table(table)} using ${listed(wanted, key)}`,
  });
  await deleted.execute(tx);
}

const equal = (columns: readonly string[]): string => columns.map((column) => `"${column}" = ?`).join(' and ');

/** `"a" = ?, "b" = ?`, where the first placeholder stands for all rows, whose values end with the key. */
function forEach<Row>(
  { key, rows }: Rows<Row>,
  columns: readonly (keyof Row & string)[],
  between: string,
): RawBuilder<unknown> {
  const [first, ...rest] = columns;
  const every = [...columns, ...key];
  const values = rows.flatMap((row) => every.map((column) => row[column] as SQLInputValue));
  const each: EachRow = { width: every.length, values, numbered: false };
  const others = rest.map((column) => `${between}"${column}" = ?`).join('');
  return sql`${sql.raw(`"${first}"`)} = ${each}${sql.raw(others)}`;
}

/** The rows as a list, joined by the key. */
function listed<Row>({ table, key, numbers, rows }: Rows<Row>, columns: readonly (keyof Row & string)[]) {
  const lists = columns.map((column) => {
    const type = isOneOf(numbers, column) ? sql`bigint[]` : sql`text[]`;
    return sql`${rows.map((row) => row[column] ?? null)}::${type}`;
  });
  const names = columns.map((column) => `"${column}"`).join(', ');
  const isSame = key.map((column) => `"${table}"."${column}" = changed."${column}"`).join(' and ');
  return sql`unnest(${sql.join(lists)}) as changed(${sql.raw(names)}) where ${sql.raw(isSame)}`;
}
