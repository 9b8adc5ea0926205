import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { AppError } from '../kernel/app-error.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import type { Secret } from '../kernel/secret.ts';
import type { Connected, Database } from './database.ts';
import { PreparingClient } from './postgres-client.ts';
import type { Schema } from './schema.ts';
import { asStoreError, isRetryable, storeErrors } from './store-errors.ts';
import { tracedDialect } from './traced-dialect.ts';

const MOST_TRIES = 6;
/** A readiness probe has other nodes to turn to and must not wait as long as a statement may take. */
const CHECK_WITHIN = seconds(2);

/**
 * The store for many nodes. Every wait is bounded: connecting, a statement, a lock, an idle transaction, a silent
 * server.
 */
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
  pool.on('error', () => {}); // an idle connection broke: the pool drops it and opens another on demand
  const kysely = new Kysely<Schema>({ dialect: tracedDialect(new PostgresDialect({ pool }), 'postgres') });
  const database: Database = {
    engine: 'postgres',
    read: kysely,
    rowsPerTurn: 250,
    commitsInOrder: false,
    isUnshared: false,
    transaction: (work) => tried(() => kysely.transaction().execute(work)),
    change: ({ asOne }) => tried(() => asOne(kysely)),
    load: () => ({ busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    check: () => checkWithin(CHECK_WITHIN, kysely),
    compact: async () => {},
    clock: () => clockOf(kysely),
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
 * An index over millions of rows takes minutes, and a node that starts meanwhile waits, so nothing is cut short here.
 * How long a step may block others is limited in `migrate`.
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

async function clockOf(kysely: Kysely<Schema>): Promise<Milliseconds> {
  const asked = sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`;
  return (await asked.execute(kysely)).rows[0]?.ms ?? 0;
}

async function tried<Result>(change: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await change();
    } catch (error) {
      if (!isRetryable(error) || tries >= MOST_TRIES) throw asStoreError(error);
      await pause(randomInt(10 * 2 ** tries)); // parties to a deadlock must not retry in step
    }
  }
}
