import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findPostgres } from './engine-probe.ts';

export interface ThrowawayPostgres {
  readonly url: string;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 20_000;

/**
 * Without fsync: no test asserts that PostgreSQL survives a power cut, and this saves more time than the server's start costs.
 */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  listen_addresses: '127.0.0.1',
};

const INITDB = [
  '--username=root',
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C.UTF-8',
  '--no-sync',
  '--no-instructions',
];

const followerOf = (url: string) => [`--dbname=${url}`, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];

/** Where Debian, Homebrew, macOS installers and `PATH` have the binaries, newest version first. */
const BINARIES = ['/usr/lib/postgresql/*/bin', '/opt/homebrew/opt/postgresql*/bin', '/Library/PostgreSQL/*/bin'];

/**
 * A PostgreSQL for this run from the installed binaries, in a temporary folder. `undefined` when there are none or they
 * are unusable, as on Windows: then the machine's own server is used.
 */
export async function startThrowawayPostgres({
  standbyOf,
  settings = {},
}: {
  /** The address of the primary, for a standby. */
  standbyOf?: string;
  settings?: Readonly<Record<string, string>>;
} = {}): Promise<ThrowawayPostgres | undefined> {
  const binaries = findBinaries();
  const owner = unprivilegedUser();
  if (binaries === undefined || owner === undefined || process.platform === 'win32') return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-postgres-'));
  try {
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
    const data = join(folder, 'data');
    const [maker, words] = standbyOf === undefined ? ['initdb', INITDB] : ['pg_basebackup', followerOf(standbyOf)];
    const all = [...words, '--pgdata', data];
    await promisify(execFile)(join(binaries, maker), all, { ...owner, cwd: folder });
    return await serve({ command: join(binaries, 'postgres'), data, folder, owner, settings });
  } catch (error) {
    console.log(`No PostgreSQL could be made for this run alone: ${(error as Error).message}`);
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}

export interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

/** Who owns a server's files and process: the current user; for root, which PostgreSQL refuses, its own user. */
export function unprivilegedUser(): Owner | undefined {
  if (process.getuid?.() !== 0) return {};
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function findBinaries(): string | undefined {
  const places = globSync(BINARIES).sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  return [...places, ...(process.env.PATH ?? '').split(delimiter).filter(Boolean)].find((place) =>
    ['initdb', 'postgres'].every((name) => isThere(join(place, name))),
  );
}

function isThere(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}

interface Cluster {
  readonly command: string;
  readonly data: string;
  readonly folder: string;
  readonly owner: Owner;
  readonly settings: Readonly<Record<string, string>>;
}

/** Stops the server when its standard input closes, that is, when the run ends in any way, and removes its folder. */
const KEEPER = '"$@" & server=$!; cat; kill -QUIT $server; wait $server; rm -rf "$0"';

async function serve({ command, data, folder, owner, settings: more }: Cluster): Promise<ThrowawayPostgres> {
  const port = await freePort();
  const settings = Object.entries({ ...SETTINGS, ...more, port, unix_socket_directories: folder });
  const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const keeper = spawn('/bin/sh', ['-c', KEEPER, folder, command, '-D', data, ...options], {
    ...owner,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // Ctrl+C reaches the run, which stops the server
  });
  const stop = async () => {
    keeper.stdin.end();
    if (isRunning(keeper)) await once(keeper, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `postgres://root@127.0.0.1:${port}/postgres`;
  for (const giveUpAt = performance.now() + READY_WITHIN_MS; performance.now() < giveUpAt; await pause(50))
    if ((await findPostgres(url)).problem === undefined) return { url, stop };
  await stop();
  throw new Error('PostgreSQL did not start in time');
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
