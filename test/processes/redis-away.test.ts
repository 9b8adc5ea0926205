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
  readonly refreshToken: string;
}

async function startDisturbed(t: TestContext, redisUrl: string): Promise<Disturbed> {
  const proxy = await startTcpProxy(t, redisUrl);
  const { env, emails } = await seedStore(t, { people: 1 });
  const node = await startProcess(t, { ...env, SVC_REDIS_URL: proxy.url });
  const [email = ''] = emails;
  const { body } = await node.signIn(email, PROCESS_PASSWORD);
  return { proxy, node, email, token: body.access_token, refreshToken: body.refresh_token };
}

/** Whatever is limited is refused, whatever is not goes on. */
async function assertFailsClosed(t: TestContext, { node, email, token, refreshToken }: Disturbed): Promise<void> {
  const [signIn, wrong, refresh, ready, me, live] = await Promise.all([
    node.signIn(email, PROCESS_PASSWORD),
    node.signIn(email, 'pogrešno'),
    node.call('POST /api/auth/refresh', { body: { refresh_token: refreshToken } }),
    node.call('GET /health/ready'),
    node.call('GET /api/auth/me', { token }),
    node.call('GET /health/live'),
  ]);
  for (const { status, body, headers } of [signIn, wrong, refresh]) {
    assert.deepEqual([status, body.code], [503, 'counters.unavailable']);
    assert.match(headers['retry-after'] ?? '', /^\d+$/);
  }
  assert.deepEqual([ready.status, me.status, live.status], [503, 200, 200]);
  const slowest = Math.round(Math.max(...[signIn, wrong, refresh, ready].map(({ ms }) => ms)));
  t.diagnostic(`answered 503 after ${slowest} ms at the latest`);
  assert.ok(slowest < 3000);
}

async function assertRecovers(t: TestContext, { node, email }: Disturbed): Promise<void> {
  const started = performance.now();
  while ((await node.call('GET /health/ready')).status !== 200) {
    assert.ok(performance.now() - started < 5000, 'it is not back after five seconds');
    await pause(50);
  }
  t.diagnostic(`back after ${Math.round(performance.now() - started)} ms`);
  assert.equal((await node.signIn(email, PROCESS_PASSWORD)).status, 200);
}

test('without Redis sign-ins and limits fail closed, and reads go on', { skip: !testRedisUrl }, async (t) => {
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
