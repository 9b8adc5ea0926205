// engine: postgres
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { PROCESS_PASSWORD, type SeededStore, seedStore } from '../support/seeded-store.ts';
import {
  type ProcessAnswer,
  type ServiceProcess,
  spawnProcess,
  startProcess,
  untilReady,
} from '../support/service-process.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

interface Disturbed {
  readonly store: SeededStore;
  readonly proxy: TcpProxy;
  readonly node: ServiceProcess;
  readonly token: string;
}

/** A node that reaches PostgreSQL through our proxy, and a signed-in user. */
async function startDisturbed(t: TestContext): Promise<Disturbed> {
  const store = await seedStore(t, { people: 2 });
  const proxy = await startTcpProxy(t, store.env.SVC_DATABASE_URL ?? '');
  const node = await startProcess(t, { ...store.env, SVC_DATABASE_URL: proxy.url });
  const { body } = await node.signIn(store.emails[0] ?? '', PROCESS_PASSWORD);
  return { store, proxy, node, token: body.access_token };
}

/** Calls that need the store, concurrently, more than the pool has connections. */
const askAll = ({ node, token, store }: Disturbed): Promise<ProcessAnswer[]> =>
  Promise.all([
    node.signIn(store.emails[1] ?? '', PROCESS_PASSWORD),
    ...Array.from({ length: 20 }, () => node.call('GET /api/auth/me', { token })),
    node.call('PUT /api/auth/me', { token, body: { telefon: '091 234 5678' } }),
  ]);

async function assertAway(t: TestContext, disturbed: Disturbed, { withinMs }: { withinMs: number }): Promise<void> {
  const { node } = disturbed;
  const [answers, ready, live] = await Promise.all([
    askAll(disturbed),
    node.call('GET /health/ready'),
    node.call('GET /health/live'),
  ]);
  assert.deepEqual([ready.status, ready.body.store], [200, 'away'], 'the node itself is well');
  for (const { status, body, headers } of answers) {
    assert.equal(status, 503, JSON.stringify(body));
    assert.match(headers['retry-after'] ?? '', /^\d+$/);
    assert.equal(body.code, 'store.unavailable');
  }
  assert.equal(live.status, 200);
  const slowest = Math.round(Math.max(ready.ms, ...answers.map(({ ms }) => ms)));
  t.diagnostic(`answered 503 after ${slowest} ms at the latest, ready after ${Math.round(ready.ms)} ms`);
  assert.ok(slowest < withinMs, `${slowest} ms`);
}

/** Waits until the node has recovered; returns the milliseconds it took. */
async function assertRecovers(t: TestContext, disturbed: Disturbed): Promise<void> {
  const { node } = disturbed;
  const started = performance.now();
  while ((await node.call('GET /health/ready')).body.store !== 'ok') {
    assert.ok(performance.now() - started < 5000, 'it is not back after five seconds');
    await pause(50);
  }
  t.diagnostic(`back after ${Math.round(performance.now() - started)} ms`);
  for (const { status, body } of await askAll(disturbed)) assert.equal(status, 200, JSON.stringify(body));
}

test('broken connections to PostgreSQL are replaced automatically', async (t) => {
  const disturbed = await startDisturbed(t);
  for (let round = 0; round < 5; round++) {
    await askAll(disturbed); // the pool is full of open connections
    const asked = askAll(disturbed);
    disturbed.proxy.cut();
    for (const { status } of await asked) assert.ok([200, 503].includes(status), String(status));
    await assertRecovers(t, disturbed);
  }
});

test('connections closed by the server are replaced automatically', async (t) => {
  const disturbed = await startDisturbed(t);
  await askAll(disturbed);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    disturbed.store.service.database.read,
  );
  await assertRecovers(t, disturbed);
});

test('while PostgreSQL refuses connections calls get 503 at once, and recover afterwards', async (t) => {
  const disturbed = await startDisturbed(t);
  await askAll(disturbed);
  await disturbed.proxy.refuse();
  await assertAway(t, disturbed, { withinMs: 2000 });
  await disturbed.proxy.restore();
  await assertRecovers(t, disturbed);
});

test('while PostgreSQL hangs calls get 503 after the documented time, and recover afterwards', { timeout: 90_000 }, async (t) => {
  const disturbed = await startDisturbed(t);
  await askAll(disturbed);
  disturbed.proxy.hang();
  const ready = await disturbed.node.call('GET /health/ready');
  assert.deepEqual([ready.status, ready.body.store], [200, 'away']);
  assert.ok(ready.ms < 1000, `a balancer waits a second for its probe, and this one took ${Math.round(ready.ms)} ms`);
  await assertAway(t, disturbed, { withinMs: 8000 }); // 3 s, and what a loaded machine adds
  await assertAway(t, disturbed, { withinMs: 2000 }); // it is known to be away: at once
  await disturbed.proxy.restore();
  await assertRecovers(t, disturbed);
});

test('a node that stops while PostgreSQL hangs does not wait for it', async (t) => {
  const { node, proxy } = await startDisturbed(t);
  proxy.hang();
  const exit = await node.stop();
  t.diagnostic(`stopped after ${Math.round(exit.ms)} ms with code ${exit.code}`);
  assert.ok(exit.ms < 10_000);
});

test('a start without its database waits for it and says so', async (t) => {
  const store = await seedStore(t, { people: 1 });
  const proxy = await startTcpProxy(t, store.env.SVC_DATABASE_URL ?? '');
  await proxy.refuse();
  const env = { ...store.env, SVC_DATABASE_URL: proxy.url, SVC_LOG_LEVEL: 'info' };
  const node = await spawnProcess(t, env);
  while (!node.output().includes('waiting for the database')) await pause(50);
  assert.match(node.output(), /"reason":"ECONNREFUSED"/);
  await assert.rejects(node.call('GET /health/live'), 'nobody is served before the store is there');
  await proxy.restore();
  await untilReady(node);
  assert.equal((await node.signIn(store.emails[0] ?? '', PROCESS_PASSWORD)).status, 200);
});

test('a start does not wait for ever, and not at all where waiting does not help', async (t) => {
  const store = await seedStore(t, { people: 1 });
  const proxy = await startTcpProxy(t, store.env.SVC_DATABASE_URL ?? '');
  await proxy.refuse();
  const begun = performance.now();
  const late = await spawnProcess(t, { ...store.env, SVC_DATABASE_URL: proxy.url, SVC_START_WAIT_SEC: '2' });
  assert.equal((await late.exited).code, 1);
  assert.match(late.output(), /The service could not start: .*ECONNREFUSED/);
  assert.ok(performance.now() - begun >= 2000);
  const url = new URL(store.env.SVC_DATABASE_URL ?? '');
  url.pathname = '/nema_takve_baze';
  const wrong = await spawnProcess(t, { ...store.env, SVC_DATABASE_URL: url.href });
  assert.equal((await wrong.exited).code, 1);
  assert.match(wrong.output(), /nema_takve_baze/);
});

test('a waiting start ends at the first SIGTERM', async (t) => {
  const store = await seedStore(t, { people: 1 });
  const proxy = await startTcpProxy(t, store.env.SVC_DATABASE_URL ?? '');
  await proxy.refuse();
  const node = await spawnProcess(t, { ...store.env, SVC_DATABASE_URL: proxy.url, SVC_LOG_LEVEL: 'info' });
  while (!node.output().includes('waiting for the database')) await pause(50);
  assert.ok((await node.stop()).ms < 1000);
});
