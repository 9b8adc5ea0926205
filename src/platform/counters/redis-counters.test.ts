// engine: postgres
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { type CounterStore, reservationOf, testSlidingWindow } from '../../../test/support/counter-contract.ts';
import { manualClock } from '../../../test/support/manual-clock.ts';
import { testRedisUrl } from '../../../test/support/test-engine.ts';
import { minutes, seconds } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';
import { Secret } from '../kernel/secret.ts';
import { connectRedis } from './connect-redis.ts';
import { memorySlidingWindow } from './memory-sliding-window.ts';
import { redisSlidingWindow } from './redis-sliding-window.ts';
import type { WindowReservation } from './sliding-window.ts';

const PREFIX = `test:${opaqueId()}:`;

async function redisStore(url: string): Promise<CounterStore> {
  const connection = await connectRedis(new Secret(url), { info: () => {}, warn: () => {} });
  const { redis } = connection;
  // A Redis that was asked for and is not there fails the suite here.
  await connection.check();
  after(async () => {
    const left = await redis.keys(`${PREFIX}*`);
    if (left.length > 0) await redis.del(left);
    await connection.close();
  });
  const fresh = () => `${PREFIX}${opaqueId()}:`;
  return {
    name: 'Redis',
    window: (rule, clock) => redisSlidingWindow(redis, rule, clock, fresh()),
  };
}

if (testRedisUrl === undefined)
  test('the counters on Redis', (t) => t.skip('NOT RUN ON REDIS: TEST_REDIS_URL is not set'));
else {
  const redis = await redisStore(testRedisUrl);
  testSlidingWindow(redis);
  testSameAnswers({ name: 'memory', window: memorySlidingWindow }, redis);
}

function testSameAnswers(memory: CounterStore, redis: CounterStore): void {
  const step = fc.constantFrom(0, 1, seconds(1), seconds(10), seconds(3) - 1, seconds(3), minutes(1), minutes(10));
  const key = fc.constantFrom('a', 'b');
  const which = fc.nat({ max: 30 });
  const model = { numRuns: 200, endOnFailure: true };

  test('memory and Redis give the same answers: sliding window', async () => {
    const operation = fc.record({
      kind: fc.constantFrom('reserve', 'count', 'release', 'renew', 'clear', 'take'),
      key,
      which,
      step,
    });
    const rule = fc.record({ most: fc.integer({ min: 1, max: 4 }), within: fc.constantFrom(seconds(15), minutes(1)) });
    await fc.assert(
      fc.asyncProperty(rule, fc.array(operation, { minLength: 20, maxLength: 60 }), async (windowRule, operations) => {
        const clock = manualClock();
        const both = [memory, redis].map((store) => store.window(windowRule, clock));
        const reserved: (readonly WindowReservation[])[] = [];
        for (const { kind, key, which, step } of operations) {
          clock.advance(step);
          const pair = reserved[which % Math.max(1, reserved.length)];
          if (kind === 'reserve') {
            const answers = await Promise.all(both.map((window) => window.reserve(key)));
            const [ours, theirs] = answers.map((answer) => ({ ...answer, reservation: undefined }));
            assert.deepEqual(ours, theirs);
            if (answers[0]?.kind === 'reserved') reserved.push(answers.map((answer) => reservationOf(answer)));
          } else if (kind === 'take') {
            const [ours, theirs] = await Promise.all(both.map((window) => window.take(key)));
            assert.deepEqual(ours, theirs);
          } else if (pair !== undefined) {
            const settle = kind as 'count' | 'release' | 'renew' | 'clear';
            const [ours, theirs] = await Promise.all(
              both.map((window, at) => window[settle](pair[at] as WindowReservation)),
            );
            assert.equal(ours, theirs);
          }
        }
      }),
      model,
    );
  });
}
