// engine: postgres
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { PROCESS_PASSWORD, seedStore } from '../support/seeded-store.ts';
import { type ServiceProcess, startProcess } from '../support/service-process.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { testRedisUrl } from '../support/test-engine.ts';

interface Disturbed {
  readonly proxy: TcpProxy;
  readonly node: ServiceProcess;
  readonly email: string;
  readonly token: string;
  refreshToken: string;
}

async function startDisturbed(t: TestContext, redisUrl: string): Promise<Disturbed> {
  const proxy = await startTcpProxy(t, redisUrl);
  const { env, emails } = await seedStore(t, { people: 1 });
  const node = await startProcess(t, { ...env, SVC_REDIS_URL: proxy.url });
  const [email = ''] = emails;
  const { body } = await node.signIn(email, PROCESS_PASSWORD);
  return { proxy, node, email, token: body.access_token, refreshToken: body.refresh_token };
}

/** Asserts that guesses are refused and everything else works. */
async function assertFailsClosed(t: TestContext, disturbed: Disturbed): Promise<void> {
  const { node, email, token } = disturbed;
  const [signIn, wrong, confirm, ready, me, live, forgot, refresh, exported] = await Promise.all([
    node.signIn(email, PROCESS_PASSWORD),
    node.signIn(email, 'pogrešno'),
    node.call('POST /api/auth/reauthenticate', { token, body: { password: PROCESS_PASSWORD } }),
    node.call('GET /health/ready'),
    node.call('GET /api/auth/me', { token }),
    node.call('GET /health/live'),
    node.call('POST /api/auth/forgot-password', { body: { email } }),
    node.call('POST /api/auth/refresh', { body: { refresh_token: disturbed.refreshToken } }),
    node.call('GET /api/users/me/gdpr-export', { token }),
  ]);
  for (const { status, body, headers } of [signIn, wrong, confirm]) {
    assert.deepEqual([status, body.code], [503, 'counters.unavailable']);
    assert.match(headers['retry-after'] ?? '', /^\d+$/);
  }
  const statuses = [ready, me, live, forgot, refresh, exported].map(({ status }) => status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200]);
  disturbed.refreshToken = refresh.body.refresh_token;
  assert.deepEqual(ready.body, { status: 'ok', store: 'ok', counters: 'away', files: 'ok' });
  assert.ok(ready.ms < 1000, `a balancer waits a second for its probe, and this one took ${ready.ms} ms`);
  assert.match((await node.call('GET /metrics')).body, /^iskaznica_counters_up\{kept="redis"\} 0$/m);
  const slowest = Math.round(Math.max(...[signIn, wrong, refresh, ready].map(({ ms }) => ms)));
  t.diagnostic(`answered after ${slowest} ms at the latest`);
  assert.ok(slowest < 3000);
}

async function assertRecovers(t: TestContext, { node, email }: Disturbed): Promise<void> {
  const started = performance.now();
  while ((await node.call('GET /health/ready')).body.counters !== 'ok') {
    assert.ok(performance.now() - started < 5000, 'it is not back after five seconds');
    await pause(50);
  }
  t.diagnostic(`back after ${Math.round(performance.now() - started)} ms`);
  assert.equal((await node.signIn(email, PROCESS_PASSWORD)).status, 200);
}

test('without Redis guesses fail closed, and everything else works', { skip: !testRedisUrl }, async (t) => {
  const disturbed = await startDisturbed(t, testRedisUrl ?? '');
  const { proxy } = disturbed;
  await proxy.refuse();
  await assertFailsClosed(t, disturbed);
  await proxy.restore();
  await assertRecovers(t, disturbed);
  proxy.hang();
  await assertFailsClosed(t, disturbed);
  await proxy.restore();
  await assertRecovers(t, disturbed);
  proxy.cut();
  await assertRecovers(t, disturbed);
});
