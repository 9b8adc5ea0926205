import type { Clock } from '../../src/platform/kernel/clock.ts';
import type { Milliseconds } from '../../src/platform/kernel/durations.ts';

export interface ManualClock extends Clock {
  advance(by: Milliseconds): void;
}

/** Advances only when told to. */
export function manualClock(start = Date.parse('2026-03-01T10:00:00.000Z')): ManualClock {
  let now = start;
  return {
    now: () => now,
    advance: (by) => {
      now += by;
    },
  };
}
