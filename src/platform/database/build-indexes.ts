import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { TellProgress } from '../kernel/progress.ts';
import { described } from './create-tables.ts';
import type { Db, Engine } from './database.ts';
import type { TableIndex } from './define-table.ts';
import type { Schema } from './schema.ts';

/** The key of the advisory lock that builders share: arbitrary, but used for nothing else. */
const LOCK = 7_203_361_954;
const CHECK_EVERY = 250;
const BUILDING = 'Building indexes';

/**
 * Builds missing indexes and returns their names. On PostgreSQL it runs outside any transaction and does not block writers
 * (`create index concurrently`); an interrupted build leaves an invalid index, which is built anew.
 */
export async function buildIndexes(
  writer: Kysely<Schema>,
  engine: Engine,
  wanted: readonly TableIndex[],
  tell: TellProgress,
): Promise<string[]> {
  const built: string[] = [];
  const missing = await listMissing(writer, engine, wanted);
  for (const [done, index] of missing.entries()) {
    const tellStage = (stage: string) => tell({ stage, done, total: missing.length, unit: 'indexes' });
    tellStage(BUILDING);
    const build = engine === 'sqlite' ? buildOnSqlite : buildConcurrently;
    if (await build(writer, index, tellStage)) built.push(index.name);
  }
  return built;
}

/** The indexes that must be built. */
export async function listMissing(reader: Db, engine: Engine, wanted: readonly TableIndex[]): Promise<TableIndex[]> {
  if (wanted.length === 0) return [];
  const names = sql.join(wanted.map(({ name }) => name));
  const found =
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'index' and name in (${names})`
      : sql<{ name: string }>`
          select relname as name from pg_class join pg_index on indexrelid = pg_class.oid
          where relname in (${names}) and indisvalid and pg_table_is_visible(pg_class.oid)`;
  const { rows } = await found.execute(reader);
  return wanted.filter(({ name }) => !rows.some((row) => row.name === name));
}

async function buildOnSqlite(writer: Kysely<Schema>, index: TableIndex): Promise<boolean> {
  await sql`create index if not exists ${sql.raw(described(index, 'sqlite'))}`.execute(writer);
  return true;
}

/**
 * The lock is held by a transaction on its own connection that does nothing else. It has no snapshot, which the builder would
 * wait for, and needs no session, which a pooler would not keep.
 */
async function buildConcurrently(
  writer: Kysely<Schema>,
  index: TableIndex,
  tellStage: (stage: string) => void,
): Promise<boolean> {
  return writer.transaction().execute(async (holder) => {
    // Polls instead of `pg_advisory_xact_lock`, since a statement that waits has a snapshot.
    while (!(await tookLock(holder))) {
      tellStage('Waiting for another process to build indexes');
      await pause(CHECK_EVERY);
    }
    tellStage(BUILDING);
    const state = await stateOf(writer, index.name);
    if (state === 'valid') return false; // another node was faster
    if (state === 'invalid') await sql`drop index concurrently ${sql.ref(index.name)}`.execute(writer);
    await sql`create index concurrently ${sql.raw(described(index, 'postgres'))}`.execute(writer);
    return true;
  });
}

async function tookLock(holder: Kysely<Schema>): Promise<boolean> {
  const asked = sql<{ took: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as took`;
  return (await asked.execute(holder)).rows[0]?.took ?? false;
}

async function stateOf(writer: Kysely<Schema>, name: string): Promise<'valid' | 'invalid' | undefined> {
  const asked = sql<{ indisvalid: boolean }>`select indisvalid from pg_index where indexrelid = to_regclass(${name})`;
  const [row] = (await asked.execute(writer)).rows;
  return row && (row.indisvalid ? 'valid' : 'invalid');
}
