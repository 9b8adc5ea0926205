import { days, type Milliseconds, seconds } from '../kernel/durations.ts';

/** `threshold` failures in a row lock the key for `lockFor`. */
export interface AttemptRule {
  readonly threshold: number;
  readonly lockFor: Milliseconds;
}

/** One attempt under evaluation. `window` names the stretch of time it belongs to. */
export interface AttemptReservation {
  readonly key: string;
  readonly window: number;
}

/** `until` is milliseconds since 1970. */
export type AttemptAnswer =
  | { readonly kind: 'reserved'; readonly reservation: AttemptReservation }
  | { readonly kind: 'locked'; readonly until: Milliseconds }
  | { readonly kind: 'busy' };

export interface AttemptOutcome {
  readonly failures: number;
  readonly lockedUntil: Milliseconds | null;
}

/**
 * The lock of an account that does not exist, so that it answers as one that does. An attempt is reserved before its
 * password is hashed, so that never more than `threshold` wrong ones are evaluated however many arrive at once.
 * Every method throws `counters.unavailable` (503) when a shared store is away.
 */
export interface AttemptCounter {
  /** `busy`: with those under evaluation the threshold may be reached; ask again when they are settled. */
  reserve(key: string): Promise<AttemptAnswer>;
  /** The attempt failed. The failure that reaches the threshold locks. */
  fail(reservation: AttemptReservation): Promise<AttemptOutcome>;
  /** The attempt was not evaluated, or does not count. */
  release(reservation: AttemptReservation): Promise<void>;
}

/** An older window takes no further attempt before it is empty: it drains or goes stale, it is never kept alive. */
export const ATTEMPT_WINDOW_CLOSES_AFTER: Milliseconds = seconds(10);

/** What is still pending in a window of this age belongs to a process that died. */
export const ATTEMPT_WINDOW_STALE_AFTER: Milliseconds = seconds(20);

/** How long an untouched key is remembered; never shorter than its lock. */
export const attemptsKeptFor = (rule: AttemptRule): Milliseconds => Math.max(days(1), rule.lockFor);
