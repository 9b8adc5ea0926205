import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { runCommand } from '../support/operator-command.ts';
import type { PatroniMember } from './patroni-members.ts';
import type { Cluster } from './whole-cluster.ts';

export interface Disturbance {
  readonly name: string;
  act(cluster: Cluster): Promise<void>;
}

/** How long a server stays frozen: longer than the cluster takes to replace it. */
const FROZEN_MS = 35_000;

/** The disturbances of a cluster, in order. Each leaves everything running. */
export const disturbances: readonly Disturbance[] = [
  {
    name: 'node killed',
    act: async ({ nodes, startNode }) => {
      await nodes[0]?.kill();
      await pause(3000);
      await startNode(0);
    },
  },
  {
    name: 'node frozen',
    act: async ({ nodes }) => {
      const { pid = 0 } = nodes[1] ?? {};
      process.kill(pid, 'SIGSTOP');
      await pause(8000);
      process.kill(pid, 'SIGCONT');
    },
  },
  { name: 'rolling restart', act: renewNodes },
  {
    name: 'rolling upgrade of the schema',
    act: async (cluster) => {
      // Like a release: adds a nullable column and a table.
      await cluster.service.database.transaction(async (tx) => {
        await tx.schema.alterTable('users').addColumn('next_release', 'text').execute();
        await tx.schema.createTable('next_release').addColumn('user_id', 'integer').execute();
      });
      await renewNodes(cluster);
    },
  },
  {
    name: 'primary killed',
    act: async (cluster) => {
      const primary = await cluster.primary();
      primary.killPostgres();
      await untilWhole(cluster);
    },
  },
  {
    name: "primary's host lost",
    act: async (cluster) => {
      const primary = await cluster.primary();
      await primary.host.kill();
      await pause(FROZEN_MS);
      primary.host.start();
      await untilWhole(cluster);
    },
  },
  {
    name: "primary's host frozen",
    act: async (cluster) => {
      const primary = await cluster.primary();
      primary.host.freeze();
      await pause(FROZEN_MS);
      primary.host.thaw();
      await untilWhole(cluster);
    },
  },
  {
    name: 'switchover',
    act: async (cluster) => {
      const before = await cluster.primary();
      await before.switchOver();
      while ((await cluster.primary()) === before) await pause(200);
      await untilWhole(cluster);
    },
  },
  {
    name: 'all of etcd gone for 35 s',
    act: async (cluster) => {
      await cluster.etcd.kill();
      await pause(FROZEN_MS);
      cluster.etcd.start();
      await untilWhole(cluster);
    },
  },
  {
    name: 'synchronous standby lost',
    act: async (cluster) => {
      const standby = await memberThatIs('sync_standby', cluster.postgres);
      await standby.host.kill();
      await pause(10_000);
      standby.host.start();
      await untilWhole(cluster);
    },
  },
  { name: 'Redis killed', act: (cluster) => disturbRedis(cluster, 'kill') },
  { name: 'Redis frozen', act: (cluster) => disturbRedis(cluster, 'freeze') },
  {
    name: 'all of Redis gone',
    act: async ({ redis }) => {
      await Promise.all(redis.map(({ host }) => host.kill()));
      await pause(5000);
      for (const { host } of redis) host.start();
      await untilRedis(redis);
    },
  },
  {
    name: 'proxy reloaded',
    act: async ({ proxy }) => {
      proxy.reload();
      await pause(3000);
    },
  },
  { name: 'secret rotated', act: rotateSecret },
];

async function renewNodes({ nodes, startNode }: Cluster): Promise<void> {
  for (const node of nodes.keys()) {
    await nodes[node]?.stop();
    await startNode(node);
    await pause(1500); // HAProxy checks every second
  }
}

/** As docs/operations.md has it: both secrets on every node, the keys wrapped anew, the old secret taken away. */
async function rotateSecret(cluster: Cluster): Promise<void> {
  const { env } = cluster;
  const before = env.SVC_SECRET ?? '';
  env.SVC_SECRET = randomBytes(48).toString('base64url');
  env.SVC_SECRET_PREVIOUS = before;
  await renewNodes(cluster);
  const { code, err } = await runCommand('secret rotate', env);
  if (code !== 0) throw new Error(`secret rotate: ${err}`);
  delete env.SVC_SECRET_PREVIOUS;
  await renewNodes(cluster);
}

async function disturbRedis({ redis }: Cluster, how: 'kill' | 'freeze'): Promise<void> {
  const primary = redis.find((member) => member.isPrimary());
  if (primary === undefined) throw new Error('no Redis is primary');
  if (how === 'kill') await primary.host.kill();
  else primary.host.freeze();
  await pause(10_000);
  if (how === 'kill') primary.host.start();
  else primary.host.thaw();
  await untilRedis(redis);
}

async function untilRedis(redis: Cluster['redis']): Promise<void> {
  for (const giveUpAt = performance.now() + 60_000; redis.filter((one) => one.isPrimary()).length !== 1; )
    await pauseUntil(giveUpAt, 'not one primary of Redis within a minute');
}

async function memberThatIs(role: string, postgres: readonly PatroniMember[]): Promise<PatroniMember> {
  for (const giveUpAt = performance.now() + 60_000; ; await pauseUntil(giveUpAt, `no ${role} within a minute`))
    for (const member of postgres) if ((await member.role()) === role) return member;
}

/** Waits until there is one primary that the others follow. */
async function untilWhole({ postgres }: Cluster): Promise<void> {
  for (const giveUpAt = performance.now() + 120_000; ; await pauseUntil(giveUpAt, 'not whole within two minutes')) {
    const roles = await Promise.all(postgres.map(({ role }) => role()));
    if (roles.sort().join() === 'primary,replica,sync_standby') return;
  }
}

async function pauseUntil(giveUpAt: number, otherwise: string): Promise<void> {
  if (performance.now() > giveUpAt) throw new Error(otherwise);
  await pause(500);
}
