import { days, type Milliseconds } from '../../platform/kernel/durations.ts';

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

/** The highest threshold: with a million codes and three valid at a time, 20 guesses hardly ever hit. */
export const HIGHEST_THRESHOLD = 20;

/** Five wrong codes after a right password are not typing errors. */
export const WRONG_CODES_NOTIFIED = 5;

/** A failure counts for this long, and the row is dropped this long after the last. No lock lasts longer. */
export const COUNTED_FOR: Milliseconds = days(1);

/** For how long it locks, as people and records are told. */
export const minutesOf = ({ lockFor }: Pick<LockoutRule, 'lockFor'>): number => Math.round(lockFor / 60_000);
