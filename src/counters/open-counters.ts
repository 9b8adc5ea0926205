import type { Settings } from '../config/settings.ts';
import type { Clock } from '../kernel/clock.ts';
import type { AttemptCounter, AttemptRule } from './attempt-counter.ts';
import { connectRedis, type RedisLog } from './connect-redis.ts';
import { memoryAttemptCounter } from './memory-attempt-counter.ts';
import { memorySlidingWindow } from './memory-sliding-window.ts';
import { redisAttemptCounter } from './redis-attempt-counter.ts';
import { redisSlidingWindow } from './redis-sliding-window.ts';
import type { SlidingWindow, WindowRule } from './sliding-window.ts';

/** Makes the counters of limits: this node's own, or shared by all nodes over Redis. `name` keeps them apart. */
export interface Counters {
  slidingWindow(name: string, rule: WindowRule): SlidingWindow;
  attemptCounter(name: string, rule: AttemptRule): AttemptCounter;
  /** @throws AppError `counters.unavailable` (503) while Redis is away */
  check(): Promise<void>;
  close(): Promise<void>;
}

export async function openCounters(
  { storage }: Pick<Settings, 'storage'>,
  clock: Clock,
  log: RedisLog,
): Promise<Counters> {
  if (storage.redisUrl === undefined) return memoryCounters(clock);
  const { redis, check, close } = await connectRedis(storage.redisUrl, log);
  return {
    slidingWindow: (name, rule) => redisSlidingWindow(redis, rule, clock, `iskaznica:window:${name}:`),
    attemptCounter: (name, rule) => redisAttemptCounter(redis, rule, clock, `iskaznica:attempts:${name}:`),
    check,
    close,
  };
}

const memoryCounters = (clock: Clock): Counters => ({
  slidingWindow: (_name, rule) => memorySlidingWindow(rule, clock),
  attemptCounter: (_name, rule) => memoryAttemptCounter(rule, clock),
  check: async () => {},
  close: async () => {},
});
