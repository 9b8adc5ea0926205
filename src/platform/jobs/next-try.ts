import { randomInt } from 'node:crypto';
import { epochOf, type Instant, instantAt } from '../kernel/clock.ts';
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

/** Whether it is over: what has not gone out in three days is given up. */
export const isAbandoned = (created_at: Instant, now: Milliseconds): boolean =>
  now - epochOf(created_at) >= GIVE_UP_AFTER;

/** What was made before this is given up. */
export const givenUpBefore = (now: Milliseconds): Instant => instantAt(now - GIVE_UP_AFTER);

/**
 * How long to wait after so many failures: at most 12 seconds after the first, then pauses that grow to an hour, shortened by up
 * to 30 % so that what failed together does not return together.
 */
export function pauseAfter(failures: number): Milliseconds {
  const pause = Math.min(FIRST_PAUSE * GROWTH ** (failures - 1), LONGEST_PAUSE);
  return Math.round((pause * (1000 - randomInt(301))) / 1000);
}

/** When to retry after a temporary failure; `undefined` after three days. */
export const nextTry = ({ attempts, created_at }: Tried, now: Milliseconds): Milliseconds | undefined =>
  isAbandoned(created_at, now) ? undefined : now + pauseAfter(attempts);
