import { days, type Milliseconds } from '../kernel/durations.ts';

/** `threshold` wrong passwords or codes in a row lock an address for `lockFor`. */
export interface LockoutRule {
  readonly threshold: number;
  readonly lockFor: Milliseconds;
}

export type Guessed = 'password' | 'code';

/** What was wrong. `second-factor` is a code that followed a right password or Google token at sign-in. */
export type Wrong = Guessed | 'second-factor';

export interface AttemptOutcome {
  readonly failures: number;
  readonly lockedUntil: Milliseconds | null;
}

export interface Failure extends AttemptOutcome {
  /** Somebody has the password and guesses codes: the owner is notified, once a day at most. */
  readonly notifiesOwner: boolean;
}

/** With a million codes and three valid at a time, 20 guesses hardly ever hit, however high the threshold is set. */
export const MOST_WRONG_CODES = 20;

/** Five wrong codes after a right password are not typing errors. */
export const WRONG_CODES_NOTIFIED = 5;

/** A failure counts for this long, and the row is dropped this long after the last. No lock lasts longer. */
export const COUNTED_FOR: Milliseconds = days(1);

/**
 * Warning for the operator, at start and from `doctor`, when the threshold for passwords exceeds the limit for codes.
 */
export const codesLockSooner = (threshold: number): string | undefined =>
  threshold > MOST_WRONG_CODES
    ? `SVC_LOGIN_LOCK_THRESHOLD is ${threshold}: that many passwords may be guessed before a lock; wrong codes still lock at ${MOST_WRONG_CODES}`
    : undefined;
