import type { Milliseconds } from './durations.ts';

/** ISO 8601 in UTC with milliseconds. Fixed width, so comparing the text compares the time on either engine. */
export type Instant = string;

/** The only source of time, so that a test can move it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): Milliseconds;
}

export const systemClock: Clock = { now: () => Date.now() };

export const instantAt = (epoch: Milliseconds): Instant => new Date(epoch).toISOString();

export const epochOf = (instant: Instant): Milliseconds => Date.parse(instant);
