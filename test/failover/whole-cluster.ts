import assert from 'node:assert/strict';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { createUser } from '../../src/accounts/users/create-user.ts';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import { openService, type Service } from '../../src/entry/start/service.ts';
import { byOperator } from '../../src/platform/audit/audit-context.ts';
import { nowOf, systemClock } from '../../src/platform/kernel/clock.ts';
import { unprivilegedUser } from '../../tools/test-run/throwaway-postgres.ts';
import { findTool } from '../support/deploy-tool.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { addPeople, PROCESS_PASSWORD } from '../support/seeded-store.ts';
import {
  callProcess,
  type Environment,
  freePort,
  type ServiceProcess,
  startProcess,
} from '../support/service-process.ts';
import { type HaproxyProcess, startHaproxy } from './haproxy-process.ts';
import type { HostProgram } from './host-program.ts';
import { clusterUrl, type PatroniMember, startPatroni } from './patroni-members.ts';
import { type RedisMember, startRedis } from './sentinel-members.ts';

/** Everything that a federation would run on several hosts, on this machine's loopback address. */
export interface Cluster {
  readonly postgres: readonly PatroniMember[];
  /** What they agree by. One here, so that losing it is losing all of it. */
  readonly etcd: HostProgram;
  readonly redis: readonly RedisMember[];
  readonly nodes: ServiceProcess[];
  readonly proxy: HaproxyProcess;
  /** The address for clients. */
  readonly front: number;
  readonly admin: string;
  readonly members: readonly string[];
  /** A service that uses the store through the proxy. */
  readonly service: Service;
  /** The settings of the nodes, and of a command beside them; nodes that are started from now on take what is changed here. */
  readonly env: Record<string, string>;
  startNode(node: number): Promise<void>;
  /** The current primary. Waits until there is one. */
  primary(): Promise<PatroniMember>;
}

const DATABASE = 'iskaznica';
const SECRET = 'mV3xT9qLr7Zk2wPn8sYdB5hJc4gFtA6u';
const ADMIN = 'glavna@example.hr';

const PACKAGES = [
  ['etcd', 'etcd-server'],
  ['patroni', 'patroni python3-etcd'],
  ['redis-server', 'redis-server'],
  ['redis-sentinel', 'redis-sentinel'],
  ['haproxy', 'haproxy'],
] as const;

/** The path of HAProxy, where all that a cluster needs is installed. */
export const findClusterTools = (t: TestContext): string | undefined => {
  const found = PACKAGES.map(([tool, debian]) => findTool(t, tool, debian));
  return found.includes(undefined) ? undefined : found.at(-1);
};

export async function startCluster(t: TestContext, haproxy: string): Promise<Cluster> {
  const folder = scratchFolder(t);
  chmodSync(folder, 0o755);
  const user = unprivilegedUser();
  assert.ok(user !== undefined, 'PostgreSQL refuses root, and there is no user postgres');
  const { postgres, etcd } = await startPatroni(t, { folder, user });
  const redis = await startRedis(t, folder);
  const [postgresPort, redisPort] = [await freePort(), await freePort()];
  await startHaproxy(t, {
    program: haproxy,
    configuration: 'data.cfg',
    folder,
    addresses: {
      '127.0.0.1:5000': `127.0.0.1:${postgresPort}`,
      '127.0.0.1:6000': `127.0.0.1:${redisPort}`,
      ...Object.fromEntries(
        postgres.map(({ port, checkPort }, index) => [
          `10.0.0.1${index + 1}:5432 check port 8008`,
          `127.0.0.1:${port} check port ${checkPort}`,
        ]),
      ),
      ...Object.fromEntries(redis.map(({ port }, index) => [`10.0.0.2${index + 1}:6379`, `127.0.0.1:${port}`])),
    },
  });
  await createDatabase(postgresPort, postgres);
  const env: Record<string, string> = {
    SVC_DATABASE_URL: clusterUrl(postgresPort, DATABASE),
    SVC_REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    SVC_SECRET: SECRET,
    SVC_DATA_DIR: join(folder, 'seed'), // each node has its own
    SVC_FILES_DIR: join(folder, 'files'),
    SVC_TRUSTED_PROXIES: '127.0.0.1',
    SVC_BCRYPT_COST: '10',
    SVC_ACCESS_TTL_MIN: '60',
    SVC_LOG_LEVEL: 'warn',
    SVC_DRAIN_SEC: '3',
  };
  const { nodes, ports, startNode } = await nodesOf(t, env, folder);
  const service = await seed(t, { ...env, SVC_REDIS_URL: '' });
  const members = await addPeople(service, 6, { prefix: 'clan', tenant: 'Klub' });
  for (const node of ports.keys()) await startNode(node);
  const front = await freePort();
  const proxy = await startHaproxy(t, {
    program: haproxy,
    configuration: 'haproxy.cfg',
    folder,
    addresses: {
      ':8443': `127.0.0.1:${front}`,
      ...Object.fromEntries(ports.map((port, node) => [`127.0.0.1:808${node + 1}`, `127.0.0.1:${port}`])),
    },
  });
  await untilServed(front);
  const primary = () => findPrimary(postgres);
  return { postgres, etcd, redis, nodes, proxy, front, admin: ADMIN, members, service, env, startNode, primary };
}

async function untilServed(port: number): Promise<void> {
  const served = () => callProcess(port, 'GET /health/ready', {}).catch(() => undefined);
  for (const giveUpAt = performance.now() + 20_000; (await served())?.status !== 200; await pause(100))
    assert.ok(performance.now() < giveUpAt, 'HAProxy found no node within 20 s');
}

async function nodesOf(t: TestContext, shared: Environment, folder: string) {
  const nodes: ServiceProcess[] = [];
  const ports = [await freePort(), await freePort(), await freePort()];
  const startNode = async (node: number) => {
    const dataDir = join(folder, `node${node + 1}`);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    nodes[node] = await startProcess(t, { ...shared, SVC_DATA_DIR: dataDir }, ports[node]);
  };
  return { nodes, ports, startNode };
}

async function seed(t: TestContext, env: Environment): Promise<Service> {
  mkdirSync(env.SVC_DATA_DIR ?? '', { recursive: true, mode: 0o700 });
  const settings = readSettings({ ...env, SVC_PUBLIC_URL: 'http://127.0.0.1:8080' });
  const service = await openService(settings, { log: pino({ level: 'silent' }) });
  t.after(() => service.close());
  await addPeople(service, 1);
  const passwordHash = await service.passwords.hash(PROCESS_PASSWORD);
  const act = byOperator(['user.create'], nowOf(systemClock));
  const person = { tenantId: 1, email: ADMIN, ime: 'Ana', prezime: 'A', role: 'admin', status: 'active' } as const;
  await service.database.transaction((tx) => createUser(tx, act, { ...person, passwordHash }));
  return service;
}

/** Waits for a primary with a synchronous standby. */
async function createDatabase(port: number, postgres: readonly PatroniMember[]): Promise<void> {
  await findPrimary(postgres);
  for (const giveUpAt = performance.now() + 120_000; ; await pause(500)) {
    const roles = await Promise.all(postgres.map(({ role }) => role()));
    if (roles.includes('sync_standby') && !roles.includes('away')) break;
    assert.ok(performance.now() < giveUpAt, `no synchronous standby within two minutes: ${roles.join()}`);
  }
  for (const giveUpAt = performance.now() + 20_000; ; await pause(500)) {
    const client = new pg.Client({ connectionString: clusterUrl(port, 'postgres'), connectionTimeoutMillis: 5000 });
    const made = await client
      .connect()
      .then(() => client.query(`create database ${DATABASE}`))
      .catch((error: Error) => error);
    await client.end().catch(() => {});
    if (!(made instanceof Error)) return;
    assert.ok(performance.now() < giveUpAt, made.message);
  }
}

async function findPrimary(postgres: readonly PatroniMember[]): Promise<PatroniMember> {
  for (const giveUpAt = performance.now() + 120_000; ; await pause(200)) {
    for (const member of postgres) if ((await member.role()) === 'primary') return member;
    assert.ok(performance.now() < giveUpAt, 'no primary within two minutes');
  }
}
