import { randomInt } from 'node:crypto';
import { epochOf, type Instant } from '../kernel/clock.ts';
import { days, hours, type Milliseconds, seconds } from '../kernel/durations.ts';

const FIRST_PAUSE = seconds(12);
const GROWTH = 3;
export const LONGEST_PAUSE = hours(1);
const GIVE_UP_AFTER = days(3);

interface Tried {
  /** Attempts so far, the failed one included. */
  readonly attempts: number;
  readonly created_at: Instant;
}

/**
 * When to retry after a temporary failure: within 12 seconds, then after pauses that grow to an hour, shortened by up
 * to 30 % so that what failed together does not return together. `undefined` after three days.
 */
export function nextTry({ attempts, created_at }: Tried, now: Milliseconds): Milliseconds | undefined {
  if (now - epochOf(created_at) >= GIVE_UP_AFTER) return undefined;
  const pause = Math.min(FIRST_PAUSE * GROWTH ** (attempts - 1), LONGEST_PAUSE);
  return now + Math.round((pause * (1000 - randomInt(301))) / 1000);
}
