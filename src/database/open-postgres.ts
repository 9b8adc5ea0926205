import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { AppError } from '../kernel/app-error.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import type { Secret } from '../kernel/secret.ts';
import type { Connected, Database, Tx } from './database.ts';
import { PreparingClient } from './postgres-client.ts';
import type { Schema } from './schema.ts';
import { asStoreError, isRetryable, storeErrors } from './store-errors.ts';

const MOST_TRIES = 6;
/** Who asks whether a node is ready has other nodes to turn to, and seldom waits as long as a statement may take. */
const CHECK_WITHIN = seconds(2);

/** The store for many nodes. Every wait has an end: connecting, a statement, a lock, an idle transaction, a silent server. */
export function openPostgres(url: Secret, most: number): Connected {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: most,
    idleTimeoutMillis: seconds(60),
    statement_timeout: seconds(10),
    lock_timeout: seconds(5),
    idle_in_transaction_session_timeout: seconds(15),
    query_timeout: seconds(12),
  });
  pool.on('error', () => {}); // an idle connection broke: the pool drops it and opens another when one is needed
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const database: Database = {
    engine: 'postgres',
    read: kysely,
    transaction: (work) => inTransaction(kysely, work),
    load: () => ({ busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    check: () => checkWithin(CHECK_WITHIN, kysely),
    compact: async () => {},
    close: () => kysely.destroy(),
  };
  return { database, withMigrator: (work) => withMigrator(url, work) };
}

const connectionTo = (url: Secret) => ({
  connectionString: url.reveal(),
  Client: PreparingClient as typeof pg.Client,
  connectionTimeoutMillis: seconds(3),
  keepAlive: true,
  application_name: 'iskaznica',
});

/**
 * An index over millions of rows takes minutes, and a node that starts meanwhile waits for it: here nothing is cut short.
 * What a step may wait for while it holds up others has its own limit (`migrate`).
 */
async function withMigrator<Result>(url: Secret, work: (migrator: Kysely<Schema>) => Promise<Result>): Promise<Result> {
  const pool = new pg.Pool({ ...connectionTo(url), max: 1, statement_timeout: 0, lock_timeout: 0 });
  pool.on('error', () => {});
  const migrator = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return work(migrator).finally(() => migrator.destroy());
}

async function checkWithin(limit: Milliseconds, kysely: Kysely<Schema>): Promise<void> {
  const late = pause(limit, undefined, { ref: false }).then(() => {
    throw new AppError(storeErrors['store.unavailable']);
  });
  await Promise.race([sql`select 1`.execute(kysely), late]);
}

async function inTransaction<Result>(kysely: Kysely<Schema>, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await kysely.transaction().execute(work);
    } catch (error) {
      if (!isRetryable(error) || tries >= MOST_TRIES) throw asStoreError(error);
      await pause(randomInt(10 * 2 ** tries)); // parties of a deadlock must not meet again in step
    }
  }
}
