import { existsSync } from 'node:fs';
import { copyFile, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Settings } from '../config/settings.ts';
import type { Secret } from '../kernel/secret.ts';
import { asPostgresClient } from './as-postgres-client.ts';
import { withDatabaseLock } from './database-lock.ts';
import { connect } from './open-database.ts';
import { sqliteFile } from './open-sqlite.ts';
import { runProgram } from './store-dump.ts';
import { findUnfinished, MARK, markFile, markStatements, type Unfinished } from './unfinished-restore.ts';

type StoreSettings = Pick<Settings, 'server' | 'storage'>;

/**
 * Loads a dump that was marked into a store that is empty or missing, or that holds what an interrupted load left. It is unfinished from
 * the moment it is there. The dump may become the store itself: nobody uses it afterwards.
 * @throws Error when there is another store
 */
export async function loadStore({ server, storage }: StoreSettings, path: string): Promise<void> {
  if (storage.databaseUrl) return loadPostgres(storage.databaseUrl, path);
  const target = sqliteFile(server.dataDir);
  if (existsSync(target)) throw new Error(`There is a database in ${server.dataDir}.`);
  await removeLog(target);
  await putInPlace(path, target);
}

/** Marks a dump as unfinished before it becomes a store. On a server the mark is set before the dump is read in. */
export function markDump({ storage }: StoreSettings, path: string): void {
  if (storage.databaseUrl) return;
  const file = new DatabaseSync(path);
  try {
    markFile(file);
  } finally {
    file.close();
  }
}

/** The log of another file of that name would be played back into this one. */
const removeLog = async (target: string): Promise<void> => {
  for (const end of ['-wal', '-shm']) await rm(`${target}${end}`, { force: true });
};

/** In one step, so that nobody ever sees half a file. Where the file system has no links, or another one is below: a copy. */
async function putInPlace(path: string, target: string): Promise<void> {
  await syncFile(path);
  try {
    await link(path, target);
  } catch {
    const partial = `${target}.part`;
    try {
      await copyFile(path, partial);
      await syncFile(partial);
      await rename(partial, target);
    } finally {
      await rm(partial, { force: true });
    }
  }
  if (process.platform !== 'win32') await syncFile(dirname(target), 'r');
}

async function syncFile(path: string, mode = 'r+'): Promise<void> {
  const file = await open(path, mode);
  await file.sync().finally(() => file.close());
}

/** What an interrupted restore or "settle" left; `undefined` for a whole store, and where there is none. */
export async function unfinishedIn(settings: StoreSettings): Promise<Unfinished | undefined> {
  if (settings.storage.databaseUrl === undefined && !existsSync(sqliteFile(settings.server.dataDir))) return undefined;
  const { database } = await connect(settings);
  try {
    return await findUnfinished(database);
  } finally {
    await database.close();
  }
}

/** Takes away an embedded store that an interrupted restore left. The file goes last: without its log it is still marked. */
export async function dropUnfinished({ server }: StoreSettings): Promise<void> {
  const target = sqliteFile(server.dataDir);
  await removeLog(target);
  await rm(target, { force: true });
}

/** @throws Error when a database on a server has tables of its own */
export async function requireLoadable({ storage: { databaseUrl } }: StoreSettings): Promise<void> {
  if (databaseUrl) await asPostgresClient(databaseUrl, requireEmpty);
}

/** Whether it holds what an interrupted restore left. @throws Error when it holds anything else */
async function requireEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const isUnfinished = rows.some(({ name }) => name === MARK);
  if (rows.length === 0 || isUnfinished) return isUnfinished;
  throw new Error('The database is not empty. Make a new one and name it in SVC_DATABASE_URL: nothing is overwritten.');
}

/** Two restores at once would take each other's mark away. Where the store is a file, the data folder is locked. */
export const restoringAlone = <Result>(settings: StoreSettings, work: () => Promise<Result>): Promise<Result> =>
  withDatabaseLock(settings, { lock: MARK, refusal: 'Another restore of this database is running.' }, work);

async function loadPostgres(url: Secret, path: string): Promise<void> {
  await asPostgresClient(url, async (client) => {
    if (await requireEmpty(client)) {
      await endOrphans(client);
      await client.query(EMPTY);
    }
    await client.query(`begin; ${markStatements('restore')}; commit`);
  });
  await runProgram('pg_restore', url, [
    '--no-owner',
    '--no-privileges',
    '--exit-on-error',
    '--single-transaction',
    path,
  ]);
}

/** The program of a killed restore goes on without it, and would put its tables beside ours. Nobody else restores meanwhile. */
async function endOrphans(client: pg.Client): Promise<void> {
  const orphans = "from pg_stat_activity where datname = current_database() and application_name = 'pg_restore'";
  await client.query(`select pg_terminate_backend(pid) ${orphans}`);
  while (((await client.query(`select 1 ${orphans}`)).rowCount ?? 0) > 0) await pause(20);
}

/** Drops what an interrupted restore left, all but the mark and what belongs to extensions. */
const EMPTY = `do $$
declare one record;
begin
  for one in select tablename as name from pg_tables where schemaname = 'public' and tablename <> '${MARK}' loop
    execute format('drop table public.%I cascade', one.name);
  end loop;
  for one in select sequencename as name from pg_sequences where schemaname = 'public' loop
    execute format('drop sequence if exists public.%I cascade', one.name);
  end loop;
  for one in select oid::regprocedure as name from pg_proc where pronamespace = 'public'::regnamespace
    and not exists (select 1 from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e') loop
    execute format('drop function if exists %s cascade', one.name);
  end loop;
end $$`;
