import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { printAnswer, programInput } from './support/program-input.ts';

/** Commits one row at a time, durably; reports the rate per second. */
const { dataDir, databaseUrl, atOnce, seconds } = programInput<{
  dataDir: string;
  databaseUrl?: string;
  atOnce: number;
  seconds: number;
}>();

const ROW = 'x'.repeat(200);

/** One writer is all SQLite has, so one loop is its limit. Same pragmas as the service. */
function sqliteCommits(): number {
  const folder = mkdtempSync(join(dataDir, 'raw-'));
  const handle = new DatabaseSync(join(folder, 'raw.db'));
  handle.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 2000');
  handle.exec('create table raw (id integer primary key, text text not null) strict');
  const insert = handle.prepare('insert into raw (text) values (?)');
  const until = performance.now() + seconds * 1000;
  let commits = 0;
  for (; performance.now() < until; commits++) insert.run(ROW);
  handle.close();
  rmSync(folder, { recursive: true });
  return commits;
}

async function postgresCommits(connectionString: string): Promise<number> {
  const pool = new pg.Pool({ connectionString, max: atOnce });
  await pool.query('create table if not exists raw (id bigint generated always as identity primary key, text text)');
  await Promise.all(Array.from({ length: atOnce }, () => pool.query('select 1')));
  const until = performance.now() + seconds * 1000;
  let commits = 0;
  const worker = async () => {
    const client = await pool.connect();
    for (; performance.now() < until; commits++)
      await client.query({ name: 'raw', text: 'insert into raw (text) values ($1)', values: [ROW] });
    client.release();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await pool.end();
  return commits;
}

const commits = databaseUrl === undefined ? sqliteCommits() : await postgresCommits(databaseUrl);
printAnswer({ rate: commits / seconds });
