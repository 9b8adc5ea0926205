import type { Settings } from '../config/settings.ts';
import type { Clock } from '../kernel/clock.ts';
import { connectRedis, type RedisLog } from './connect-redis.ts';
import { memorySlidingWindow } from './memory-sliding-window.ts';
import { redisSlidingWindow } from './redis-sliding-window.ts';
import type { SlidingWindow, WindowRule } from './sliding-window.ts';

/** Makes the counters of limits: this node's own, or shared by all nodes over Redis. `name` keeps them apart. */
export interface Counters {
  slidingWindow(name: string, rule: WindowRule): SlidingWindow;
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
    check,
    close,
  };
}

const memoryCounters = (clock: Clock): Counters => ({
  slidingWindow: (_name, rule) => memorySlidingWindow(rule, clock),
  check: async () => {},
  close: async () => {},
});
