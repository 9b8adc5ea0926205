import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, type PostgresPool, sql } from 'kysely';
import pg from 'pg';
import { type PostgresHost, postgresHosts } from '../config/postgres-address.ts';
import type { Settings } from '../config/settings.ts';
import { AppError } from '../kernel/app-error.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import type { Secret } from '../kernel/secret.ts';
import { messageOf } from '../kernel/unchecked.ts';
import type { Connected, Database, StoreLog } from './database.ts';
import { PooledPostgres } from './each-engine.ts';
import { PreparingClient, type PreparingConfig } from './postgres-client.ts';
import { hostOptions } from './postgres-options.ts';
import { ROLE } from './postgres-primary.ts';
import { PostgresServers } from './postgres-servers.ts';
import type { Schema } from './schema.ts';
import { sharedStatements } from './shared-statements.ts';
import { asStoreError, isRetryable, NoPrimary, ofConnecting } from './store-errors.ts';
import { tracedDialect } from './traced-dialect.ts';
import { writeRefusals } from './write-refusals.ts';

const MOST_TRIES = 6;
/** Timeout of readiness checks, shorter than that of statements: the load balancer can use other nodes. */
const CHECK_WITHIN = seconds(2);

/** Timeouts that the server enforces: for a statement, for a lock, and for an idle transaction. */
const TIMEOUTS = {
  statement_timeout: seconds(10),
  lock_timeout: seconds(5),
  idle_in_transaction_session_timeout: seconds(15),
} as const;

/** No parallel workers: starting them takes 30 ms, longer than most statements, and the cores of others. */
const ALONE = { max_parallel_workers_per_gather: 0 } as const;

type Pooler = Settings['storage']['databasePooler'];

/**
 * The store for many nodes. Every wait is bounded: connecting, a statement, a lock, an idle transaction, a silent
 * server.
 * @throws Error when the address names files that cannot be read
 */
export function openPostgres(
  { databaseUrl, databasePool: most, databasePooler }: OpenSettings,
  log: StoreLog,
): Connected {
  const servers = new PostgresServers(hostsOf(databaseUrl), log);
  const pool = new pg.Pool({
    ...optionsFor(servers, databasePooler, TIMEOUTS),
    max: most,
    idleTimeoutMillis: seconds(60),
    query_timeout: seconds(12),
  });
  const kysely = overPool(pool, servers);
  const refusals = writeRefusals();
  const written = <Result>(change: () => Promise<Result>) => tried(() => refusals.noting(change));
  const transaction: Database['transaction'] = (work) => written(() => kysely.transaction().execute(work));
  const database: Database = {
    engine: 'postgres',
    read: kysely,
    bulkRead: kysely,
    mostBulkReads: Math.ceil(most / 2),
    commitsInOrder: false,
    isUnshared: false,
    transaction,
    bulkTransaction: transaction,
    change: sharedStatements((bundle, all) => written(() => bundle.together(kysely, all)), transaction),
    load: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    server: () => servers.state,
    check: async () => {
      await checkWithin(CHECK_WITHIN, kysely, servers);
      refusals.check();
    },
    compact: async () => {},
    clock: () => clockOf(kysely),
    close: () => {
      servers.close();
      return kysely.destroy();
    },
  };
  return { database, withMigrator: (work) => withMigrator(servers, databasePooler, work) };
}

interface OpenSettings {
  readonly databaseUrl: Secret;
  readonly databasePool: number;
  readonly databasePooler: Pooler;
}

function hostsOf(url: Secret): [PostgresHost, ...PostgresHost[]] {
  const [first, ...others] = postgresHosts(url.reveal()) ?? [];
  if (first === undefined) throw new Error('SVC_DATABASE_URL is not an address of PostgreSQL'); // the settings were checked
  try {
    new pg.Client(hostOptions(first)); // reads the certificate files
  } catch (error) {
    throw new Error(`SVC_DATABASE_URL cannot be used: ${messageOf(error)}`);
  }
  return [first, ...others];
}

type Timeouts = Readonly<Partial<Record<keyof typeof TIMEOUTS, Milliseconds>>>;

/**
 * PgBouncer refuses timeouts as start-up parameters. In session mode they are set on the connection. In transaction mode each
 * transaction may reach another session, so they are sent with `begin`, and statements are not prepared by name.
 */
function optionsFor(servers: PostgresServers, pooler: Pooler, timeouts: Timeouts) {
  const settings = Object.entries({ ...timeouts, ...ALONE });
  const sets = (local: string) => settings.map(([name, value]) => `; set ${local}${name} = ${value}`);
  const config: PreparingConfig = {
    ...(pooler === 'none' ? { ...timeouts, options: flags(ALONE) } : {}),
    connectionTimeoutMillis: seconds(3),
    servers,
    named: pooler !== 'transaction',
    beginWith: pooler === 'transaction' ? sets('local ').join('') : '',
  };
  return {
    ...config,
    Client: PreparingClient as unknown as typeof pg.Client, // the pool passes its own options on
    onConnect: async (client: pg.ClientBase) => {
      await servers.require(client, (client as PreparingClient).server);
      if (pooler === 'session') await client.query(['select 1', ...sets('')].join(''));
    },
  };
}

const flags = (settings: Readonly<Record<string, number>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

function overPool(pool: pg.Pool, servers: PostgresServers): Kysely<Schema> {
  pool.on('error', () => {}); // an idle connection broke: the pool drops it and opens another on demand
  const finding: PostgresPool = {
    connect: () =>
      (servers.known()?.then(() => pool.connect()) ?? pool.connect()).catch((error: unknown) => {
        throw ofConnecting(error);
      }),
    end: () => pool.end(),
    options: {},
  };
  return new Kysely<Schema>({ dialect: tracedDialect(new PooledPostgres({ pool: finding }), 'postgres') });
}

/**
 * Without timeouts, since an index over millions of rows takes minutes and nodes that start meanwhile wait. `migrate` limits how
 * long a step may block others. The second connection holds the lock while indexes are built.
 */
async function withMigrator<Result>(
  servers: PostgresServers,
  pooler: Pooler,
  work: (migrator: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  // A named statement keeps a portal and its snapshot open until the transaction ends, and the builder of an index would wait
  // for the connection that holds the lock.
  const options: PreparingConfig & pg.PoolConfig = { ...optionsFor(servers, pooler, {}), named: false };
  const pool = new pg.Pool({ ...options, max: 2 });
  const migrator = overPool(pool, servers);
  return work(migrator).finally(() => migrator.destroy());
}

async function checkWithin(limit: Milliseconds, kysely: Kysely<Schema>, servers: PostgresServers): Promise<void> {
  const late = pause(limit, undefined, { ref: false }).then(() => {
    throw new AppError('store.unavailable');
  });
  const { rows } = await Promise.race([sql.raw<{ reads_only: boolean }>(ROLE).execute(kysely), late]);
  if (rows[0]?.reads_only !== true) return;
  servers.doubtWrites();
  throw new NoPrimary(`${servers.host.name} takes no writes`);
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
