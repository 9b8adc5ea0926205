import type { Settings } from '../config/settings.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ProcessLink } from '../kernel/process-link.ts';
import { connectRedis, type RedisLog } from './connect-redis.ts';
import { memorySlidingWindow } from './memory-sliding-window.ts';
import { redisSlidingWindow } from './redis-sliding-window.ts';
import { type RateLimit, rateLimitOver, type SlidingWindow, type WindowRule } from './sliding-window.ts';

/**
 * Makes the counters of limits: in this process, in the parent of several processes, or in Redis for all nodes. `name`
 * distinguishes them.
 */
export interface Counters {
  /** For guesses, none of which may go uncounted: it throws `counters.unavailable` (503) while Redis is down. */
  slidingWindow(name: string, rule: WindowRule): SlidingWindow;
  /** For limits that count no guesses: while Redis is down each node counts for itself. */
  rateLimit(name: string, rule: WindowRule): RateLimit;
  /** Where they are kept. */
  readonly kept: 'process' | 'parent' | 'redis';
  /** @throws AppError `counters.unavailable` (503) while Redis is down */
  check(): Promise<void>;
  /** How often Redis became unavailable; absent without Redis. */
  losses?(): number;
  close(): Promise<void>;
}

export interface CounterOptions {
  /** Names it in Redis, which other installations may share, whose people have the same ids. */
  readonly installation: string;
  /** The link to the parent, when several processes serve together. */
  readonly parent?: ProcessLink | undefined;
}

export async function openCounters(
  { storage }: Pick<Settings, 'storage'>,
  clock: Clock,
  log: RedisLog,
  { installation, parent }: CounterOptions,
): Promise<Counters> {
  if (storage.redisUrl === undefined) return parent === undefined ? memoryCounters(clock) : parentsCounters(parent);
  const { redis, check, losses, close } = await connectRedis(storage.redisUrl, log);
  const slidingWindow = (name: string, rule: WindowRule) =>
    redisSlidingWindow(redis, rule, clock, `iskaznica:${installation}:${name}:`);
  return {
    slidingWindow,
    rateLimit: (name, rule) => rateLimitOver(slidingWindow(name, rule), () => memorySlidingWindow(rule, clock)),
    kept: 'redis',
    check,
    losses,
    close,
  };
}

const memoryCounters = (clock: Clock): Counters => ({
  slidingWindow: (_name, rule) => memorySlidingWindow(rule, clock),
  rateLimit: (_name, rule) => memorySlidingWindow(rule, clock),
  kept: 'process',
  check: async () => {},
  close: async () => {},
});

async function parentsCounters(parent: ProcessLink): Promise<Counters> {
  const { sharedSlidingWindow } = await import('./shared-windows.ts');
  return {
    slidingWindow: (name, rule) => sharedSlidingWindow(parent, name, rule),
    rateLimit: (name, rule) => sharedSlidingWindow(parent, name, rule),
    kept: 'parent',
    check: async () => {},
    close: async () => {},
  };
}
