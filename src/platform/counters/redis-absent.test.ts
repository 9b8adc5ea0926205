// engine: none
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { collectingLog, isUnavailable } from '../../../test/support/redis-outage.ts';
import { systemClock } from '../kernel/clock.ts';
import { minutes } from '../kernel/durations.ts';
import { Secret } from '../kernel/secret.ts';
import { connectRedis } from './connect-redis.ts';
import { openCounters } from './open-counters.ts';
import { redisSlidingWindow } from './redis-sliding-window.ts';

/** An address on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('an unusable address is refused without being quoted', async () => {
  for (const address of ['postgres://root:geheim@127.0.0.1', 'geheim', 'redis://u:geheim%@h', '']) {
    await assert.rejects(connectRedis(new Secret(address), collectingLog().log), (error: Error) => {
      assert.doesNotMatch(`${error.message} ${error.stack} ${String(error.cause)}`, /geheim/);
      return true;
    });
  }
});

test('without a reachable Redis, connecting succeeds and every call fails at once', async (t) => {
  const port = await closedPort();
  const { lines, log } = collectingLog();
  const connection = await connectRedis(new Secret(`redis://u:geheim@127.0.0.1:${port}/15`), log);
  t.after(() => connection.close());
  const start = performance.now();
  await assert.rejects(
    redisSlidingWindow(connection.redis, { most: 10, within: minutes(1) }, systemClock, 'test:').reserve('k'),
    isUnavailable,
  );
  const took = performance.now() - start;
  await assert.rejects(connection.check(), isUnavailable);
  assert.ok(took < 50, `${took} ms`);
  assert.equal(lines.length, 1, 'one line an outage');
  assert.doesNotMatch(lines.join(), /geheim/);
});

test('without a reachable Redis, a limit that counts no guesses is counted by the node itself', async (t) => {
  const url = new Secret(`redis://127.0.0.1:${await closedPort()}/15`);
  const counters = await openCounters(
    { storage: { redisUrl: url, databaseUrl: undefined, databasePool: 10, databasePooler: 'none' } },
    systemClock,
    collectingLog().log,
    { installation: 'test' },
  );
  t.after(() => counters.close());
  const limit = counters.rateLimit('test', { most: 2, within: minutes(1) });
  assert.deepEqual([await limit.take('k'), await limit.take('k')], [{ allowed: true }, { allowed: true }]);
  assert.equal((await limit.take('k')).allowed, false);
  assert.deepEqual(await limit.take('other'), { allowed: true });
  await assert.rejects(counters.slidingWindow('guesses', { most: 2, within: minutes(1) }).take('k'), isUnavailable);
});
