import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { seconds } from '../kernel/durations.ts';
import type { Connected, Database, Tx } from './database.ts';
import type { Schema } from './schema.ts';
import { sharedCommits } from './shared-commits.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { asStoreError } from './store-errors.ts';
import { tracedDialect } from './traced-dialect.ts';
import { writerQueue } from './writer-queue.ts';

/** SQLite waits for another process by blocking this thread: this long while opening, later not at all. */
const OPENS_WITHIN = seconds(5);

/** The file of the embedded store. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'iskaznica.db');

/**
 * The embedded store: one handle writes, one reads, so that reads never wait for a transaction. WAL with
 * `synchronous=FULL` makes every commit survive a power cut (sqlite.org/pragma.html#pragma_synchronous).
 */
export function openSqlite(dataDir: string): Connected {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = sqliteFile(dataDir);
  const writeHandle = openHandle(path);
  const readHandle = openHandle(path);
  readHandle.exec('pragma query_only = on');
  const writers = writerQueue();
  const writer = new Kysely<Schema>({ dialect: tracedDialect(sqliteDialect(writeHandle, { writers }), 'sqlite') });
  const reader = new Kysely<Schema>({ dialect: tracedDialect(sqliteDialect(readHandle, {}), 'sqlite') });
  const database: Database = {
    engine: 'sqlite',
    read: reader,
    rowsPerTurn: 100,
    commitsInOrder: true,
    isUnshared: true,
    version: dataVersion(readHandle),
    transaction: (work) => inTransaction(writer, work),
    change: sharedCommits((work) => inTransaction(writer, work)),
    load: writers.load,
    check: async () => void (await sql`select 1`.execute(reader)),
    compact: () => emptyLog(writer),
    clock: async () => undefined,
    close: async () => {
      await reader.destroy();
      await writer.destroy();
    },
  };
  return { database, withMigrator: (work) => work(writer) };
}

/**
 * Takes 2 to 6 µs, much less than a read. It changes with commits of every connection except its own
 * (sqlite.org/pragma.html#pragma_data_version), and the reading connection never commits.
 */
function dataVersion(readHandle: DatabaseSync): () => number {
  const statement = readHandle.prepare('pragma data_version');
  return () => (statement.get() as { data_version: number }).data_version;
}

function openHandle(path: string): DatabaseSync {
  const handle = new DatabaseSync(path, { timeout: OPENS_WITHIN, enableForeignKeyConstraints: true });
  handle.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
  handle.exec('pragma cache_size = -16000; pragma temp_store = memory; pragma wal_autocheckpoint = 2000');
  handle.exec('pragma busy_timeout = 0');
  return handle;
}

const LOG_TRIES = 20;

/** Waits for readers in other processes; our own finish each statement at once. */
async function emptyLog(writer: Kysely<Schema>): Promise<void> {
  for (let tries = 1; tries <= LOG_TRIES; tries++) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(writer);
    if (rows[0]?.busy === 0) return;
    await pause(50);
  }
  throw new Error('The write-ahead log could not be emptied: another process holds it');
}

async function inTransaction<Result>(writer: Kysely<Schema>, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await writer.transaction().execute(work);
  } catch (error) {
    throw asStoreError(error);
  }
}
