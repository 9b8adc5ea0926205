// engine: postgres
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { PROCESS_PASSWORD, type SeededStore, seedStore } from '../support/seeded-store.ts';
import { type ProcessAnswer, type ServiceProcess, startProcess } from '../support/service-process.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

interface Disturbed {
  readonly store: SeededStore;
  readonly proxy: TcpProxy;
  readonly node: ServiceProcess;
  readonly token: string;
}

/** A node that reaches PostgreSQL through a way of ours, and somebody signed in on it. */
async function startDisturbed(t: TestContext): Promise<Disturbed> {
  const store = await seedStore(t, { people: 2 });
  const proxy = await startTcpProxy(t, store.env.SVC_DATABASE_URL ?? '');
  const node = await startProcess(t, { ...store.env, SVC_DATABASE_URL: proxy.url });
  const { body } = await node.signIn(store.emails[0] ?? '', PROCESS_PASSWORD);
  return { store, proxy, node, token: body.access_token };
}

/** Everything that needs the store, at once and more than the pool has connections. */
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
  for (const { status, body, headers } of [...answers, ready]) {
    assert.equal(status, 503, JSON.stringify(body));
    assert.match(headers['retry-after'] ?? '', /^\d+$/);
    assert.ok(['store.unavailable', 'server.not_ready'].includes(body.code), body.code);
  }
  assert.equal(live.status, 200);
  const slowest = Math.round(Math.max(ready.ms, ...answers.map(({ ms }) => ms)));
  t.diagnostic(`answered 503 after ${slowest} ms at the latest, ready after ${Math.round(ready.ms)} ms`);
  assert.ok(slowest < withinMs, `${slowest} ms`);
}

/** It serves again by itself: the time that took, milliseconds. */
async function assertRecovers(t: TestContext, disturbed: Disturbed): Promise<void> {
  const { node } = disturbed;
  const started = performance.now();
  while ((await node.call('GET /health/ready')).status !== 200) {
    assert.ok(performance.now() - started < 5000, 'it is not back after five seconds');
    await pause(50);
  }
  t.diagnostic(`back after ${Math.round(performance.now() - started)} ms`);
  for (const { status, body } of await askAll(disturbed)) assert.equal(status, 200, JSON.stringify(body));
}

test('connections to PostgreSQL that break are replaced by themselves', async (t) => {
  const disturbed = await startDisturbed(t);
  for (let round = 0; round < 5; round++) {
    await askAll(disturbed); // the pool is full of open connections
    const asked = askAll(disturbed);
    disturbed.proxy.cut();
    for (const { status } of await asked) assert.ok([200, 503].includes(status), String(status));
    await assertRecovers(t, disturbed);
  }
});

test('connections that the server ends are replaced by themselves', async (t) => {
  const disturbed = await startDisturbed(t);
  await askAll(disturbed);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    disturbed.store.service.database.read as never,
  );
  await assertRecovers(t, disturbed);
});

test('a PostgreSQL that refuses connections: 503 at once, then back', async (t) => {
  const disturbed = await startDisturbed(t);
  await askAll(disturbed);
  await disturbed.proxy.refuse();
  await assertAway(t, disturbed, { withinMs: 2000 });
  await disturbed.proxy.restore();
  await assertRecovers(t, disturbed);
});

test('a PostgreSQL that hangs: 503 when the documented time is over, then back', { timeout: 90_000 }, async (t) => {
  const disturbed = await startDisturbed(t);
  await askAll(disturbed);
  disturbed.proxy.hang();
  const ready = await disturbed.node.call('GET /health/ready');
  assert.equal(ready.status, 503);
  assert.ok(ready.ms < 3000, `not ready after ${Math.round(ready.ms)} ms`);
  await assertAway(t, disturbed, { withinMs: 16_000 }); // 3 s for a connection and 12 s for its answer
  await assertAway(t, disturbed, { withinMs: 4000 }); // now no connection is to be had: 3 s
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
