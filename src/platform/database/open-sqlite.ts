import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { minutes } from '../kernel/durations.ts';
import type { Connected, Database, StoreLog, Tx } from './database.ts';
import type { Schema } from './schema.ts';
import { sharedCommits } from './shared-commits.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { openHandle, openReadHandle, type SqliteStatements, statementsOf } from './sqlite-statements.ts';
import { statementsOnThread } from './statements-on-thread.ts';
import { asStoreError } from './store-errors.ts';
import { type StoreFile, watchStoreFile } from './store-file.ts';
import { tracedDialect } from './traced-dialect.ts';
import { type WriteRefusals, writeRefusals } from './write-refusals.ts';
import { writerQueue } from './writer-queue.ts';

/** Whoever searches usually searches again, and a thread takes a tenth of a second to start. */
const READS_STAY = minutes(1);

/** The file of the embedded store. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'iskaznica.db');

/**
 * The embedded store: one handle writes, one reads, so that reads never wait for a transaction. What is long is written and read by
 * two more, each on a thread of its own. One of the two that write does so at a time.
 */
export function openSqlite(dataDir: string, log: StoreLog): Connected {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = sqliteFile(dataDir);
  const readHandle = openReadHandle(path);
  const writers = writerQueue();
  const writeHandle = openHandle(path);
  const file = watchStoreFile(path, log);
  const examine = file.requireThere;
  const writer = kyselyOver(statementsOf(writeHandle), { writers, examine });
  const bulkWriter = kyselyOver(statementsOnThread({ path, isReadOnly: false }), { writers, examine });
  const refusals = writeRefusals();
  const reader = kyselyOver(statementsOf(readHandle), { examine: file.requireSeen });
  // Its thread opens the file anew, and would make one where there is none.
  const bulkReader = kyselyOver(statementsOnThread({ path, isReadOnly: true }, READS_STAY), { examine });
  const database: Database = {
    engine: 'sqlite',
    read: reader,
    bulkRead: bulkReader,
    mostBulkReads: 2, // one is read while the other is answered
    commitsInOrder: true,
    isUnshared: true,
    version: dataVersion(readHandle, file),
    transaction: (work) => inTransaction(writer, refusals, work),
    bulkTransaction: (work) => inTransaction(bulkWriter, refusals, work),
    change: sharedCommits((work) => inTransaction(writer, refusals, work)),
    load: writers.load,
    check: async () => {
      examine();
      await sql`select 1`.execute(reader);
      refusals.check();
    },
    compact: () => emptyLog(writer),
    clock: async () => undefined,
    close: async () => {
      file.close();
      await reader.destroy();
      await bulkReader.destroy();
      await bulkWriter.destroy();
      await writer.destroy();
    },
  };
  return { database, withMigrator: (work) => work(writer) };
}

const kyselyOver = (statements: SqliteStatements, connecting: Parameters<typeof sqliteDialect>[1]): Kysely<Schema> =>
  new Kysely<Schema>({ dialect: tracedDialect(sqliteDialect(statements, connecting), 'sqlite') });

/**
 * Takes 2 to 6 µs, much less than a read. It changes with commits of every connection except its own
 * (sqlite.org/pragma.html#pragma_data_version), and the reading connection never commits.
 */
function dataVersion(readHandle: DatabaseSync, { requireSeen }: StoreFile): () => number {
  const statement = readHandle.prepare('pragma data_version');
  return () => {
    requireSeen();
    return (statement.get() as { data_version: number }).data_version;
  };
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

async function inTransaction<Result>(
  writer: Kysely<Schema>,
  refusals: WriteRefusals,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    return await refusals.noting(() => writer.transaction().execute(work));
  } catch (error) {
    throw asStoreError(error);
  }
}
