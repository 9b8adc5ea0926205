import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { importPerson } from './support/import-file.ts';
import { printAnswer, programInput } from './support/program-input.ts';

/** Inserts the people of an import into one plain table in durable batches; reports the rate per second. */
const { dataDir, databaseUrl, rows } = programInput<{ dataDir: string; databaseUrl?: string; rows: number }>();

const BATCH = 100;
const COLUMNS = [
  'email',
  'ime',
  'prezime',
  'telefon',
  'full_name',
  'sort_key',
  'role',
  'status',
  'created_at',
] as const;
const TABLE = `(id %ID%, ${COLUMNS.map((name) => `${name} text not null`).join(', ')}, unique (email))`;

function rowOf(number: number): string[] {
  const { email, ime, prezime, telefon } = importPerson(number);
  const name = `${ime} ${prezime}`;
  return [email, ime, prezime, telefon, name, name.toLowerCase(), 'member', 'invited', new Date().toISOString()];
}

function* batches(): Generator<string[]> {
  for (let from = 1; from <= rows; from += BATCH)
    yield Array.from({ length: Math.min(BATCH, rows - from + 1) }, (_, index) => rowOf(from + index)).flat();
}

const statement = (count: number, placeholder: (number: number) => string): string => {
  const tuple = (row: number) =>
    `(${COLUMNS.map((_, column) => placeholder(row * COLUMNS.length + column + 1)).join(', ')})`;
  return `insert into raw_people (${COLUMNS.join(', ')}) values ${Array.from({ length: count }, (_, row) => tuple(row)).join(', ')}`;
};

function onSqlite(): void {
  const folder = mkdtempSync(join(dataDir, 'raw-'));
  const handle = new DatabaseSync(join(folder, 'raw.db'));
  handle.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 2000');
  handle.exec(`create table raw_people ${TABLE.replace('%ID%', 'integer primary key')}`);
  for (const values of batches()) handle.prepare(statement(values.length / COLUMNS.length, () => '?')).run(...values);
  handle.close();
  rmSync(folder, { recursive: true });
}

async function onPostgres(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    `create table raw_people ${TABLE.replace('%ID%', 'bigint generated always as identity primary key')}`,
  );
  for (const values of batches())
    await client.query(
      statement(values.length / COLUMNS.length, (n) => `$${n}`),
      values,
    );
  await client.query('drop table raw_people');
  await client.end();
}

const startedAt = performance.now();
await (databaseUrl === undefined ? onSqlite() : onPostgres(databaseUrl));
printAnswer({ rate: rows / ((performance.now() - startedAt) / 1000) });
