// engine: postgres
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import {
  type CounterStore,
  countOf,
  reservationOf,
  testAttemptCounter,
  testSlidingWindow,
} from '../../test/support/counter-contract.ts';
import { manualClock } from '../../test/support/manual-clock.ts';
import { testRedisUrl } from '../../test/support/test-engine.ts';
import { minutes, seconds } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';
import { Secret } from '../kernel/secret.ts';
import type { AttemptAnswer, AttemptReservation } from './attempt-counter.ts';
import { connectRedis } from './connect-redis.ts';
import { memoryAttemptCounter } from './memory-attempt-counter.ts';
import { memorySlidingWindow } from './memory-sliding-window.ts';
import { redisAttemptCounter } from './redis-attempt-counter.ts';
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
    attempts: (rule, clock) => redisAttemptCounter(redis, rule, clock, fresh()),
  };
}

if (testRedisUrl === undefined)
  test('the counters on Redis', (t) => t.skip('NOT RUN ON REDIS: TEST_REDIS_URL is not set'));
else {
  const redis = await redisStore(testRedisUrl);
  testSlidingWindow(redis);
  testAttemptCounter(redis);
  testSameAnswers({ name: 'memory', window: memorySlidingWindow, attempts: memoryAttemptCounter }, redis);
}

function testSameAnswers(memory: CounterStore, redis: CounterStore): void {
  const step = fc.constantFrom(0, 1, seconds(1), seconds(10), seconds(20) - 1, seconds(20), minutes(1), minutes(10));
  const key = fc.constantFrom('a', 'b');
  const which = fc.nat({ max: 30 });
  const model = { numRuns: 200, endOnFailure: true };

  test('memory and Redis give the same answers: sliding window', async () => {
    const operation = fc.record({
      kind: fc.constantFrom('reserve', 'count', 'release', 'clear', 'take'),
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
            const settle = kind as 'count' | 'release' | 'clear';
            await Promise.all(both.map((window, at) => window[settle](pair[at] as WindowReservation)));
          }
        }
      }),
      model,
    );
  });

  test('memory and Redis give the same answers: attempts', async () => {
    const operation = fc.record({ kind: fc.constantFrom('reserve', 'fail', 'release'), key, which, step });
    const rule = fc.record({
      threshold: fc.integer({ min: 1, max: 4 }),
      lockFor: fc.constantFrom(seconds(5), minutes(1)),
    });
    await fc.assert(
      fc.asyncProperty(rule, fc.array(operation, { minLength: 20, maxLength: 60 }), async (attemptRule, operations) => {
        const clock = manualClock();
        const both = [memory, redis].map((store) => store.attempts(attemptRule, clock));
        const reserved: AttemptReservation[] = [];
        for (const { kind, key, which, step } of operations) {
          clock.advance(step);
          const reservation = reserved[which % Math.max(1, reserved.length)];
          if (kind !== 'reserve' && reservation === undefined) continue;
          const [ours, theirs] = await Promise.all(
            both.map((attempts) => {
              if (kind === 'reserve') return attempts.reserve(key);
              return attempts[kind as 'fail' | 'release'](reservation as AttemptReservation);
            }),
          );
          assert.deepEqual(ours, theirs);
          if (kind === 'reserve' && countOf([ours as AttemptAnswer], 'reserved') === 1) {
            reserved.push(reservationOf(ours as AttemptAnswer));
          }
        }
      }),
      model,
    );
  });
}
