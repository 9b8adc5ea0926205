import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';
import type { StatedColumn } from '../../src/platform/database/personal-data.ts';
import type { UserId } from '../../src/platform/kernel/entity-id.ts';

export type Row = Record<string, unknown>;

/** A row with a recognisable value in every column, as it was stored. */
export interface MarkedRow {
  readonly table: string;
  readonly key: string;
  readonly row: Row;
}

interface DbColumn {
  readonly name: string;
  readonly type: string;
}

export async function columnsOf({ engine, read }: Database, table: string): Promise<DbColumn[]> {
  const query =
    engine === 'sqlite'
      ? sql<DbColumn>`select name, type from pragma_table_info(${table})`
      : sql<DbColumn>`select column_name as name, data_type as type from information_schema.columns where table_schema = 'public' and table_name = ${table}`;
  return (await query.execute(read)).rows;
}

let next = 0;

/** Never the same twice, so that whatever shows it tells which column it came from. */
function markOf(table: string, { name, type }: DbColumn): string | number {
  next += 1;
  if (type.toLowerCase() !== 'text') return 700_000 + next;
  if (/_(at|until|change)$|^at$/.test(name)) return new Date(Date.UTC(2031, 0, 1) + next * 1000).toISOString();
  return `oznaka-${table}-${name}`;
}

const OWN = /^(user_id|created_by|asked_by|actor_id)$/;

/** `given`: values of closed lists and references. The id of a numbered row is the engine's. */
export async function addMarkedRow(database: Database, table: string, userId: UserId, given: Row): Promise<MarkedRow> {
  const columns = (await columnsOf(database, table)).filter(
    ({ name, type }) => name !== 'id' || type === 'text' || type === 'TEXT',
  );
  const values: Row = {};
  for (const column of columns)
    values[column.name] = given[column.name] ?? (OWN.test(column.name) ? userId : markOf(table, column));
  const names = Object.keys(values).map((name) => sql.ref(name));
  const added = sql<Row>`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(Object.values(values))}) returning *`;
  const [row = {}] = await database.transaction(async (tx) => (await added.execute(tx)).rows);
  return { table, key: keyOf(table, row), row };
}

/** The row of a person that is there already, with marks in what is not given. */
export async function markRow(database: Database, table: string, userId: UserId, given: Row): Promise<MarkedRow> {
  const columns = (await columnsOf(database, table)).filter(({ name }) => name !== 'id');
  const sets = columns.map(
    (column) => sql`${sql.ref(column.name)} = ${column.name in given ? given[column.name] : markOf(table, column)}`,
  );
  const marked = sql<Row>`update ${sql.table(table)} set ${sql.join(sets)} where id = ${userId} returning *`;
  const [row = {}] = await database.transaction(async (tx) => (await marked.execute(tx)).rows);
  return { table, key: 'id', row };
}

export async function rowAgain({ read }: Database, { table, key, row }: MarkedRow): Promise<Row | undefined> {
  const found = sql<Row>`select * from ${sql.table(table)} where ${sql.ref(key)} = ${row[key]}`;
  return (await found.execute(read)).rows[0];
}

/** A column that no erasure changes, or that is there as long as the row. */
const KEYS: readonly string[] = [
  'id',
  'sid',
  'jti',
  'address_hmac',
  'code_hmac',
  'digest',
  'seq',
  'line',
  'user_id',
  'key',
];

function keyOf(table: string, row: Row): string {
  const key = KEYS.find((name) => name in row);
  if (key === undefined) throw new Error(`What identifies a row of ${table}?`);
  return key;
}

const NOTHING: readonly unknown[] = [null, '', 0, '{}', '[]'];

/** What an erasure made of a column. */
export function fateOf({ column }: StatedColumn, before: Row, after: Row | undefined): string {
  if (after === undefined) return 'removed';
  if (after[column] === before[column]) return 'kept';
  return NOTHING.includes(after[column]) ? 'emptied' : 'replaced';
}

type Told = Readonly<Record<string, unknown>>;

const readable = (value: unknown): unknown =>
  typeof value === 'string' && /^[[{]/.test(value) ? JSON.parse(value) : value;

/** What is wrong with how an export shows a column; `undefined` when it is as stated. */
export function faultOfExport(
  { table, column, export: stated }: StatedColumn,
  row: Row,
  told: Told,
): string | undefined {
  const name = `${table}.${column}`;
  const value = row[column];
  const [how = '', path = ''] = stated.split(' ');
  if (path === '') {
    const isMarked = typeof value === 'string' && (value.includes('oznaka-') || value.startsWith('2031'));
    const leaks = how !== 'duplicate' && isMarked && JSON.stringify(told).includes(value);
    return leaks ? `${name} is told although it is ${how}` : undefined;
  }
  const [part = '', member] = path.split('.');
  const entries = [told[part]].flat();
  const shown = entries.map((entry) => (member === undefined ? entry : (entry as Row | null)?.[member])); // JSON of an export
  const wanted = JSON.stringify(readable(value));
  const isThere =
    how === 'in' ? shown.some((one) => JSON.stringify(one) === wanted) : shown.some((one) => one !== undefined);
  return isThere ? undefined : `${name} is not ${stated}: ${JSON.stringify(shown).slice(0, 200)}`;
}
