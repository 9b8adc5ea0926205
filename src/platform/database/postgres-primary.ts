import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresHost } from '../config/postgres-address.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import { asError, codeOf } from '../kernel/unchecked.ts';
import { hostOptions } from './postgres-options.ts';
import { isStoreAway, NoPrimary } from './store-errors.ts';

interface WithStream {
  readonly connection: { readonly stream: { destroy(): void } };
}

/** Drops a connection without waiting for the server, which pg itself has no way to do. */
export function cutConnection(client: pg.Client): void {
  (client as unknown as WithStream).connection.stream.destroy(); // pg does not type its own connection
}

/** A server that accepts writes. */
export interface Primary {
  readonly host: PostgresHost;
  /** The timeline of its write-ahead log, which each promotion increases. 0 if it was not queried. */
  readonly timeline: number;
}

/** Timeout for a host that hangs while another may answer. */
const ANSWERED_WITHIN: Milliseconds = seconds(1.5);
/** How long to wait for a second server that may have been promoted later. */
const GRACE: Milliseconds = 250;

/** Whether a connection's server takes no writes, as a standby, or by its settings. */
export const ROLE = `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as reads_only`;
/** The file name of the log begins with the timeline; a standby cannot report it. */
const ROLE_AND_TIMELINE = `${ROLE},
  case when pg_is_in_recovery() then null else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`;

type Asking = Pick<pg.ClientBase, 'query'>;

/**
 * Asks a server whether it accepts writes, and if there are several servers, for its timeline: a primary that was frozen while
 * another was promoted still believes that it is the primary.
 * @throws NoPrimary when it accepts none, or its timeline is below `atLeast`
 */
export async function requirePrimary(
  client: Asking,
  host: PostgresHost,
  { several, atLeast }: { several: boolean; atLeast: number },
): Promise<Primary> {
  const text = several ? ROLE_AND_TIMELINE : ROLE;
  const { rows } = await client.query<{ reads_only: boolean; timeline?: string }>({
    text,
    query_timeout: ANSWERED_WITHIN,
  } as pg.QueryConfig);
  const [{ reads_only: readsOnly, timeline: hex = '0' } = { reads_only: true }] = rows;
  if (readsOnly) throw new NoPrimary(`${host.name} takes no writes`);
  const timeline = Number.parseInt(hex, 16);
  if (timeline < atLeast) throw new NoPrimary(`${host.name} was the primary once: another server was promoted since`);
  return { host, timeline };
}

/**
 * Asks all servers at once and returns the one that accepts writes; if two do, the one promoted last.
 * @throws NoPrimary; the server's own error if waiting does not help, such as a wrong password
 */
export async function findPrimary(hosts: readonly PostgresHost[], atLeast = 0): Promise<Primary> {
  const several = hosts.length > 1;
  const found: Primary[] = [];
  const problems: Error[] = [];
  const asked = hosts.map(async (host) => {
    try {
      found.push(await askAlone(host, { several, atLeast }));
    } catch (error) {
      problems.push(asError(error));
      throw error;
    }
  });
  const late = pause(ANSWERED_WITHIN, undefined, { ref: false });
  const firstAndOthers = Promise.any(asked).then(
    () => pause(GRACE, undefined, { ref: false }),
    () => late,
  );
  await Promise.race([Promise.allSettled(asked), firstAndOthers, late]);
  const [primary] = found.sort((one, other) => other.timeline - one.timeline);
  if (primary !== undefined) return primary;
  const fatal = problems.find((error) => !(error instanceof NoPrimary) && !isStoreAway(error));
  if (fatal !== undefined) throw fatal;
  if (!several && problems[0] !== undefined) throw problems[0];
  throw new NoPrimary(`none of the servers takes writes: ${problems.map(reasonOf).join('; ') || 'none answers'}`);
}

async function askAlone(host: PostgresHost, wanted: { several: boolean; atLeast: number }): Promise<Primary> {
  const client = new pg.Client({ ...hostOptions(host), connectionTimeoutMillis: ANSWERED_WITHIN });
  client.on('error', () => {}); // reported by the pending query
  try {
    await client.connect();
    return await requirePrimary(client, host, wanted);
  } finally {
    cutConnection(client);
  }
}

/** For a name with several addresses the error contains one error per address and no message. */
export const reasonOf = (error: Error): string => error.message || String(codeOf(error));
