import { type Milliseconds, minutes } from './durations.ts';

declare const isInstant: unique symbol;

/** ISO 8601 in UTC with milliseconds. Fixed width, so comparing the text compares the time on either engine. */
export type Instant = string & { readonly [isInstant]: true };

/** The only source of time, so that a test can move it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): Milliseconds;
}

export const systemClock: Clock = { now: () => Date.now() };

const latest = { epoch: 0, instant: new Date(0).toISOString() as Instant };

/** Caches the last result: a busy service asks for the same millisecond several times. */
export function instantAt(epoch: Milliseconds): Instant {
  if (epoch !== latest.epoch) {
    latest.instant = new Date(epoch).toISOString() as Instant;
    latest.epoch = epoch;
  }
  return latest.instant;
}

export const nowOf = (clock: Clock): Instant => instantAt(clock.now());

/** The same time, however it is written. @throws RangeError when the text is not a time */
export const parseInstant = (text: string): Instant => instantAt(Date.parse(text));

/** A time that somebody wrote; `undefined` for none, and for a day that no month has: the parser reads 31 February as 3 March. */
export function writtenInstant(text: string): Instant | undefined {
  const epoch = Date.parse(text);
  const [year = 0, month = 0, day] = text.slice(0, 10).split('-').map(Number);
  const isDay = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  return Number.isNaN(epoch) || !isDay ? undefined : instantAt(epoch);
}

/**
 * More than the clocks of nodes differ by. What claims to be from further ahead was written before a clock was set back, and does
 * not count.
 */
export const CLOCKS_DIFFER: Milliseconds = minutes(1);

/** The latest instant at which a right clock may have written something by now. A store compares with it what `isAhead` decides. */
export const latestWritten = (now: Instant): Instant => instantAt(epochOf(now) + CLOCKS_DIFFER);

/** Whether something was made while a clock was ahead that has been set right since: a token of that time has ended. */
export const isAhead = (made: Instant, now: Instant): boolean => made > now && made > latestWritten(now);

/** The same for milliseconds. */
export const isAheadOf = (made: Milliseconds, now: Milliseconds): boolean => made > now + CLOCKS_DIFFER;

export const earlier = (one: Instant, other: Instant): Instant => (one < other ? one : other);

/** Earlier than every instant. */
export const BEFORE_ALL = '' as Instant;

export const epochOf = (instant: Instant): Milliseconds => Date.parse(instant);
