import { type SqlBool, sql } from 'kysely';
import type { UserId } from '../kernel/entity-id.ts';
import type { Tx } from './database.ts';
import type { Merging, Table } from './define-table.ts';

/** The account that goes, and the one that remains. */
export interface Merged {
  readonly from: UserId;
  readonly into: UserId;
}

/** The rows of one column that a merge moved, by their key, so that they can be given back. */
export interface MovedRows {
  readonly table: string;
  readonly column: string;
  readonly keys: readonly Key[];
}

type Key = Readonly<Record<string, number | string>>;

interface Named {
  readonly table: Table;
  readonly column: string;
}

/** The columns with which a merge does this. */
export const columnsThat = (tables: readonly Table[], ...what: readonly Merging[]): Named[] =>
  tables.flatMap((table) => {
    const merging = 'nobody' in table.personal ? {} : (table.personal.merging ?? {});
    return Object.entries(merging).flatMap(([column, does]) => (what.includes(does) ? [{ table, column }] : []));
  });

/** Moves what `moves`, but a row for which the remaining account has one of the same key. */
export async function moveRows(tx: Tx, tables: readonly Table[], merged: Merged): Promise<MovedRows[]> {
  const moved: MovedRows[] = [];
  for (const { table, column } of columnsThat(tables, 'moves')) {
    const { rows } = await sql<Key>`
      update ${sql.table(table.name)} set ${sql.ref(column)} = ${merged.into}
      where ${sql.ref(column)} = ${merged.from} and ${isFree(table, column, merged)}
      returning ${sql.join(table.key.map((name) => sql.ref(name)))}`.execute(tx);
    if (rows.length > 0) moved.push({ table: table.name, column, keys: rows });
  }
  return moved;
}

function isFree({ name, key }: Table, column: string, { into }: Merged) {
  if (!key.includes(column)) return sql<SqlBool>`1 = 1`;
  const others = key.filter((one) => one !== column);
  const same = others.map((one) => sql`own.${sql.ref(one)} = ${sql.ref(`${name}.${one}`)}`);
  const theirs = sql.join([sql`own.${sql.ref(column)} = ${into}`, ...same], sql` and `);
  return sql<SqlBool>`not exists (select 1 from ${sql.table(name)} as own where ${theirs})`;
}

/** Rows in one statement: the terms of a condition are limited. */
const AT_ONCE = 100;

/** Gives back what was moved and is still there. */
export async function giveBackRows(
  tx: Tx,
  tables: readonly Table[],
  moved: readonly MovedRows[],
  { from, into }: Merged,
): Promise<void> {
  for (const { table, column, keys } of moved) {
    if (!tables.some(({ name }) => name === table)) throw new Error(`There is no table ${table}`);
    for (let start = 0; start < keys.length; start += AT_ONCE) {
      const some = keys.slice(start, start + AT_ONCE).map((key) => {
        const parts = Object.entries(key).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
        return sql`(${sql.join(parts, sql` and `)})`;
      });
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${from}
        where ${sql.ref(column)} = ${into} and (${sql.join(some, sql` or `)})`.execute(tx);
    }
  }
}

/** Exchanges what belongs to the two ways in. */
export async function exchangeRows(tx: Tx, tables: readonly Table[], merged: Merged): Promise<void> {
  for (const { table, column } of columnsThat(tables, 'way in'))
    await (isUnique(table, column)
      ? replaceRows(tx, table.name, column, merged)
      : renameRows(tx, table.name, column, merged));
}

const isUnique = ({ key, indexes }: Table, column: string): boolean =>
  key.includes(column) ||
  indexes.some(({ unique, columns }) => unique === true && columns.split(', ').includes(column));

async function renameRows(tx: Tx, table: string, column: string, { from, into }: Merged): Promise<void> {
  const named = sql.ref(column);
  await sql`
    update ${sql.table(table)} set ${named} = case when ${named} = ${from} then ${sql.lit(into)} else ${sql.lit(from)} end
    where ${named} in (${from}, ${into})`.execute(tx);
}

/** Each account may have one alone, and the engines check that row by row. */
async function replaceRows(tx: Tx, table: string, column: string, { from, into }: Merged): Promise<void> {
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    delete from ${sql.table(table)} where ${sql.ref(column)} in (${from}, ${into}) returning *`.execute(tx);
  for (const row of rows) {
    const values = { ...row, [column]: row[column] === from ? into : from };
    await sql`
      insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(values))})`.execute(tx);
  }
}

/** Removes what is left of an account for which no use is left: a way in that was given up, known devices. */
export async function dropLeftRows(tx: Tx, tables: readonly Table[], userId: UserId): Promise<void> {
  for (const { table, column } of columnsThat(tables, 'waits', 'way in')) {
    const isRemoved = Object.values(table.columns).every(({ facts }) => facts.personal?.erasure === 'removed');
    if (isRemoved) await sql`delete from ${sql.table(table.name)} where ${sql.ref(column)} = ${userId}`.execute(tx);
  }
}
