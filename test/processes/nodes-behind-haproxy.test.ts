// engine: postgres
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Called, findLost } from '../failover/acknowledged-journal.ts';
import { startHaproxy } from '../failover/haproxy-process.ts';
import { startTraffic, type Traffic } from '../failover/journalled-traffic.ts';
import { findTool } from '../support/deploy-tool.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { ADMIN, seedAdmin } from '../support/seeded-admin.ts';
import { addPeople, type SeededStore } from '../support/seeded-store.ts';
import {
  callProcess,
  type Environment,
  freePort,
  type ServiceProcess,
  startProcess,
} from '../support/service-process.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { testRedisUrl } from '../support/test-engine.ts';
import { createTestStore } from '../support/test-store.ts';
import { settingsIn } from '../support/walked-document.ts';

interface Behind {
  readonly store: SeededStore;
  readonly members: readonly string[];
  readonly redis: TcpProxy;
  readonly front: number;
  readonly nodes: ServiceProcess[];
  start(node: number): Promise<void>;
}

/** Three nodes with the settings of the walk, on one PostgreSQL and one Redis, behind HAProxy as `deploy` sets it up. */
async function startBehind(t: TestContext, program: string): Promise<Behind> {
  const store = await seedAdmin(t);
  const members = await addPeople(store.service, 6, { prefix: 'clan', tenant: 'Klub' });
  const redis = await startTcpProxy(t, testRedisUrl ?? '');
  const ports = [await freePort(), await freePort(), await freePort()];
  const environments = await Promise.all(ports.map(() => ownHost(t, store.env)));
  const nodes: ServiceProcess[] = [];
  const start = async (node: number) => {
    nodes[node] = await startProcess(t, { ...environments[node], SVC_REDIS_URL: redis.url }, ports[node]);
  };
  for (const node of ports.keys()) await start(node);
  const front = await freePort();
  await startHaproxy(t, {
    program,
    configuration: 'haproxy.cfg',
    folder: scratchFolder(t),
    addresses: {
      ':8443': `127.0.0.1:${front}`,
      ...Object.fromEntries(ports.map((port, node) => [`127.0.0.1:808${node + 1}`, `127.0.0.1:${port}`])),
    },
  });
  await until(async () => (await askFront(front)) === 200);
  return { store, members, redis, front, nodes, start };
}

/** What a host has: the settings of the document, with the places of this machine. */
async function ownHost(t: TestContext, { SVC_SECRET = '', ...store }: Environment): Promise<Environment> {
  const { dataDir, remove } = await createTestStore('sqlite');
  t.after(remove);
  const secret = join(dataDir, 'shared-secret');
  writeFileSync(secret, SVC_SECRET, { mode: 0o600 });
  const here: Environment = {
    SVC_HOST: '127.0.0.1',
    SVC_TRUSTED_PROXIES: '127.0.0.1',
    SVC_DATA_DIR: dataDir,
    SVC_FILES_DIR: `${store.SVC_DATA_DIR}/files`,
    SVC_SECRET_FILE: secret,
    SVC_DATABASE_URL: store.SVC_DATABASE_URL ?? '',
  };
  const walked = settingsIn('three-nodes.md');
  assert.deepEqual(new Set(Object.keys(here)).difference(new Set(Object.keys(walked))), new Set());
  return { ...store, ...walked, ...here };
}

const askFront = (port: number): Promise<number | undefined> =>
  callProcess(port, 'GET /health/ready', {}).then(
    ({ status }) => status,
    () => undefined,
  );

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const giveUpAt = performance.now() + 20_000; !(await isSo()); await pause(50))
    assert.ok(performance.now() < giveUpAt, 'not within 20 s');
}

/** The failed calls since an instant, after waiting for some successful ones. */
async function afterMore({ journal }: Traffic, since: number): Promise<Called[]> {
  const good = journal.calls.filter(({ ended }) => ended === 'ok').length;
  await until(() => journal.calls.filter(({ ended }) => ended === 'ok').length > good + 20);
  return journal.calls.filter(({ at, ended }) => at >= since && ended !== 'ok');
}

test('nodes behind HAProxy lose no acknowledged write, and refuse no more than necessary', {
  skip: !testRedisUrl,
  timeout: 170_000,
}, async (t) => {
  const haproxy = findTool(t, 'haproxy', 'haproxy');
  if (haproxy === undefined) return;
  const { store, members, redis, front, nodes, start } = await startBehind(t, haproxy);
  const traffic = await startTraffic({ port: front, admin: ADMIN, members, tenantId: 1 });
  assert.deepEqual(await afterMore(traffic, 0), []);

  let since = performance.now();
  for (const node of nodes.keys()) {
    assert.equal((await nodes[node]?.stop())?.code, 0);
    await start(node);
    await until(async () => (await callProcess(nodes[node]?.port ?? 0, 'GET /health/ready', {})).status === 200);
    await pause(1200); // HAProxy asks each second
  }
  assert.deepEqual(await afterMore(traffic, since), [], 'a rolling restart costs nothing');

  since = performance.now();
  await nodes[0]?.kill();
  const killed = await afterMore(traffic, since - 1000);
  assert.ok(killed.length <= 4, 'a killed node costs the calls under way on it, one of each client at most');
  assert.deepEqual(new Set(killed.map(({ ended }) => ended)).difference(new Set(['broken', 'refused'])), new Set());
  await start(0);

  since = performance.now();
  await redis.refuse();
  const signIns = () => traffic.journal.calls.filter(({ kind, at }) => kind === 'sign-in' && at >= since);
  await until(() => signIns().length > 3);
  await redis.restore();
  await until(() => signIns().at(-1)?.ended === 'ok');
  const away = await afterMore(traffic, since);
  assert.deepEqual(new Set(away.map(({ kind, ended }) => `${kind} ${ended}`)), new Set(['sign-in refused']));
  assert.deepEqual(new Set(away.map(({ instead }) => instead)), new Set(['503 counters.unavailable']));

  await traffic.stop();
  assert.ok(traffic.journal.created.size > 5 && traffic.journal.ended.size > 2);
  assert.deepEqual(await findLost(traffic.journal, store.database, front), []);
  t.diagnostic(
    `${traffic.journal.calls.length} calls, ${killed.length} of them to a killed node, ${away.length} without Redis`,
  );
});
