import { chownSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { DEPLOY } from '../support/deploy-tool.ts';
import { freePort } from '../support/service-process.ts';
import { type HostProgram, pidIn, startHostProgram } from './host-program.ts';

export interface PatroniMember {
  readonly name: string;
  readonly port: number;
  /** The port of Patroni's REST interface, which HAProxy checks. */
  readonly checkPort: number;
  /** Patroni and PostgreSQL together. */
  readonly host: HostProgram;
  /** Kills PostgreSQL alone. */
  killPostgres(): void;
  role(): Promise<'primary' | 'sync_standby' | 'replica' | 'away'>;
  /** Hands its place over to the synchronous standby, as an operator does before maintenance. */
  switchOver(): Promise<void>;
}

const SUPERUSER = { name: 'postgres', password: 'lozinka-klastera' };

export const clusterUrl = (port: number, database: string): string =>
  `postgres://${SUPERUSER.name}:${SUPERUSER.password}@127.0.0.1:${port}/${database}`;

interface MembersStart {
  readonly folder: string;
  readonly user: { readonly uid?: number; readonly gid?: number };
}

/** Three members with the configuration of `deploy/patroni`, and their etcd. */
export async function startPatroni(
  t: TestContext,
  { folder, user }: MembersStart,
): Promise<{ postgres: PatroniMember[]; etcd: HostProgram }> {
  const etcdPort = await freePort();
  const peer = `http://127.0.0.1:${await freePort()}`;
  const client = `http://127.0.0.1:${etcdPort}`;
  const etcd = startHostProgram(t, {
    name: 'etcd',
    command: 'etcd',
    words: [
      ...['--enable-v2', '--name', 'etcd1', '--data-dir', join(folder, 'etcd'), '--unsafe-no-fsync'],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--initial-cluster', `etcd1=${peer}`],
    ],
    folder,
  });
  const postgres: PatroniMember[] = [];
  for (const name of ['pg1', 'pg2', 'pg3']) postgres.push(await startMember(t, { name, folder, user, etcdPort }));
  return { postgres, etcd };
}

interface MemberStart extends MembersStart {
  readonly name: string;
  readonly etcdPort: number;
}

async function startMember(t: TestContext, { name, folder, user, etcdPort }: MemberStart): Promise<PatroniMember> {
  const [port, checkPort] = [await freePort(), await freePort()];
  const home = join(folder, name);
  mkdirSync(home, { mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(home, user.uid, user.gid);
  const data = join(home, 'data');
  const file = join(home, 'patroni.yml');
  // Adapts the network and the folder of sockets to this machine; all else comes from the environment.
  const written = readFileSync(join(DEPLOY, 'patroni/patroni.yml'), 'utf8')
    .replaceAll('10.0.0.0/24', '127.0.0.1/32')
    .replace('      parameters:\n', `      parameters:\n        unix_socket_directories: ${home}\n`);
  writeFileSync(file, written);
  const env = {
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${checkPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${checkPort}`,
    PATRONI_ETCD_HOSTS: `127.0.0.1:${etcdPort}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? '',
    PATRONI_POSTGRESQL_PGPASS: join(home, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: SUPERUSER.name,
    PATRONI_SUPERUSER_PASSWORD: SUPERUSER.password,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: SUPERUSER.password,
    PATRONI_REWIND_USERNAME: 'rewind',
    PATRONI_REWIND_PASSWORD: SUPERUSER.password,
  };
  const pidFile = join(data, 'postmaster.pid');
  const host = startHostProgram(t, { name, command: 'patroni', words: [file], folder: home, env, user, pidFile });
  const role: PatroniMember['role'] = async () => {
    const signal = AbortSignal.timeout(2000);
    const answer = await fetch(`http://127.0.0.1:${checkPort}/patroni`, { signal }).catch(() => undefined);
    const told = (await answer?.json().catch(() => undefined)) as Record<string, unknown> | undefined;
    if (told?.state !== 'running') return 'away';
    if (told.role === 'master' || told.role === 'primary') return 'primary';
    return told.sync_standby === true ? 'sync_standby' : 'replica';
  };
  const switchOver = async () => {
    const body = JSON.stringify({ leader: name });
    const answer = await fetch(`http://127.0.0.1:${checkPort}/switchover`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`Patroni answered ${answer.status}: ${await answer.text()}`);
  };
  const killPostgres = () => process.kill(pidIn(pidFile), 'SIGKILL');
  return { name, port, checkPort, host, role, switchOver, killPostgres };
}
