import { execFile } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { postgresHosts } from '../config/postgres-address.ts';
import type { Settings } from '../config/settings.ts';
import type { Secret } from '../kernel/secret.ts';
import { isMissingFile, membersOf, messageOf } from '../kernel/unchecked.ts';
import { sqliteFile } from './open-sqlite.ts';

type StoreSettings = Pick<Settings, 'server' | 'storage'>;

/** Copies a consistent snapshot of the store to a file for `loadStore`, without disturbing the service. */
export async function dumpStore({ server, storage }: StoreSettings, path: string): Promise<void> {
  if (storage.databaseUrl) return dumpPostgres(storage.databaseUrl, path);
  const store = new DatabaseSync(sqliteFile(server.dataDir), { readOnly: true, timeout: 30_000 });
  try {
    // The copy is as durable as this says, and nobody needs it after a crash. Written through, it would hold up the disk, and
    // with it every commit of the service.
    store.exec('pragma synchronous = off');
    // The copy takes this over, too: otherwise its pages keep parts of rows where no row is, and an erasure after a restore misses them.
    store.exec('pragma secure_delete = on');
    store.prepare('vacuum into ?').run(path);
  } finally {
    store.close();
  }
}

/** The engine that made a dump; the other one cannot read it. */
export type DumpKind = 'sqlite' | 'postgres';

export const dumpKind = ({ storage }: StoreSettings): DumpKind => (storage.databaseUrl ? 'postgres' : 'sqlite');

/** Whether the store is a file in the data folder. */
export const isEmbedded = ({ storage }: Pick<Settings, 'storage'>): boolean => storage.databaseUrl === undefined;

const MOST_OUTPUT = 64 * 1024 * 1024;

async function dumpPostgres(url: Secret, path: string): Promise<void> {
  await runProgram('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${path}`]);
}

/** Runs a program of PostgreSQL. The password is not in the arguments, which everybody on the machine can read. */
export async function runProgram(program: string, url: Secret, args: readonly string[]): Promise<void> {
  const hosts = (postgresHosts(url.reveal()) ?? []).map((host) => new URL(host.url));
  const [{ username, password, pathname, searchParams } = new URL(url.reveal())] = hosts;
  const database = decodeURIComponent(pathname.slice(1));
  const named = program === 'pg_restore' ? [`--dbname=${database}`] : [];
  const env = {
    ...PATHS,
    ...ifSet('PGHOST', hosts.map(hostOf).join(',')),
    ...ifSet('PGPORT', hosts.map(({ port }) => port).join(',')),
    ...ifSet('PGTARGETSESSIONATTRS', hosts.length > 1 ? 'read-write' : ''),
    ...ifSet('PGUSER', decodeURIComponent(username)),
    ...ifSet('PGPASSWORD', decodeURIComponent(password)),
    ...ifSet('PGDATABASE', database),
    ...ifSet('PGSSLMODE', searchParams.get('sslmode') ?? ''),
    ...ifSet('PGSSLROOTCERT', searchParams.get('sslrootcert') ?? ''),
    ...ifSet('PGSSLCERT', searchParams.get('sslcert') ?? ''),
    ...ifSet('PGSSLKEY', searchParams.get('sslkey') ?? ''),
  };
  try {
    await promisify(execFile)(program, [...named, ...args], { env, maxBuffer: MOST_OUTPUT });
  } catch (error) {
    if (isMissingFile(error))
      throw new Error(`${program} is not installed: it comes with PostgreSQL's client programs`);
    const { stderr } = membersOf(error);
    throw new Error(`${program} failed: ${String(stderr ?? '').trim() || messageOf(error)}`);
  }
}

const hostOf = ({ hostname, searchParams }: URL): string =>
  decodeURIComponent(hostname).replace(/^\[|\]$/g, '') || searchParams.get('host') || '';

/** Where these programs are looked for, since code here must not read the environment. */
const PATHS = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };

const ifSet = (name: string, value: string): Record<string, string> => (value === '' ? {} : { [name]: value });
