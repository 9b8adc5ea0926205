import { memoise } from '../kernel/memoise.ts';
import { isCountersUnavailable } from './counters-errors.ts';
import type { SlidingWindow } from './sliding-window.ts';

/** How often something may be done. */
export type RateLimit = Pick<SlidingWindow, 'take'>;

/**
 * A limit that uses the shared counters while they answer, and this process's own otherwise: a limit that is too wide for an
 * hour costs less than an outage. Not for guesses.
 */
export function rateLimitOver(shared: RateLimit, makeOwn: () => RateLimit): RateLimit {
  const own = memoise(makeOwn);
  return {
    take: async (key) => {
      try {
        return await shared.take(key);
      } catch (error) {
        if (!isCountersUnavailable(error)) throw error;
        return own().take(key);
      }
    },
  };
}
