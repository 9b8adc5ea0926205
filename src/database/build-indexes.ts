import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { TellProgress } from '../kernel/progress.ts';
import type { Engine } from './database.ts';
import type { LateIndex } from './migrations/late-indexes.ts';
import type { Schema } from './schema.ts';

/** Any number that nobody else takes: of the lock that builders share. */
const LOCK = 7_203_361_954;
const LOOK_EVERY = 250;

/**
 * Builds the indexes that are missing and returns their names. On PostgreSQL outside any transaction and without keeping
 * writers waiting (`create index concurrently`); one that was interrupted is left invalid and is built anew.
 */
export async function buildIndexes(
  writer: Kysely<Schema>,
  engine: Engine,
  wanted: readonly LateIndex[],
  tell: TellProgress,
): Promise<string[]> {
  const built: string[] = [];
  for (const [done, index] of wanted.entries()) {
    tell({ stage: 'Building indexes', done, total: wanted.length, unit: 'indexes' });
    const build = engine === 'sqlite' ? buildOnSqlite : buildConcurrently;
    if (await writer.connection().execute((session) => build(session, index))) built.push(index.name);
  }
  return built;
}

async function buildOnSqlite(session: Kysely<Schema>, { name, table, columns }: LateIndex): Promise<boolean> {
  const found = await sql`select 1 from sqlite_master where type = 'index' and name = ${name}`.execute(session);
  if (found.rows.length > 0) return false;
  await sql`create index if not exists ${sql.ref(name)} on ${sql.table(table)} (${sql.raw(columns)})`.execute(session);
  return true;
}

async function buildConcurrently(session: Kysely<Schema>, index: LateIndex): Promise<boolean> {
  if ((await stateOf(session, index.name)) === 'valid') return false;
  // Not `pg_advisory_lock`: whoever waits inside a statement has a snapshot, and the builder waits for every snapshot.
  while (!(await tookLock(session))) await pause(LOOK_EVERY);
  try {
    const state = await stateOf(session, index.name);
    if (state === 'valid') return false; // another node was faster
    const { name, table, columns } = index;
    if (state === 'invalid') await sql`drop index concurrently ${sql.ref(name)}`.execute(session);
    await sql`create index concurrently ${sql.ref(name)} on ${sql.table(table)} (${sql.raw(columns)})`.execute(session);
    return true;
  } finally {
    await sql`select pg_advisory_unlock(${sql.lit(LOCK)})`.execute(session);
  }
}

async function tookLock(session: Kysely<Schema>): Promise<boolean> {
  const asked = sql<{ took: boolean }>`select pg_try_advisory_lock(${sql.lit(LOCK)}) as took`;
  return (await asked.execute(session)).rows[0]?.took ?? false;
}

async function stateOf(session: Kysely<Schema>, name: string): Promise<'valid' | 'invalid' | undefined> {
  const asked = sql<{ indisvalid: boolean }>`select indisvalid from pg_index where indexrelid = to_regclass(${name})`;
  const [row] = (await asked.execute(session)).rows;
  return row && (row.indisvalid ? 'valid' : 'invalid');
}
