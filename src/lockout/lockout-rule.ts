import { days, type Milliseconds } from '../kernel/durations.ts';

/** `threshold` wrong passwords or codes in a row lock an address for `lockFor`. */
export interface AttemptRule {
  readonly threshold: number;
  readonly lockFor: Milliseconds;
}

/** What is guessed at. */
export type Guessed = 'password' | 'code';

/** What was wrong: a `second-factor` is a code that followed the right first proof at a sign-in. */
export type Wrong = Guessed | 'second-factor';

/** The count as it stands. */
export interface AttemptOutcome {
  readonly failures: number;
  readonly lockedUntil: Milliseconds | null;
}

export interface Failure extends AttemptOutcome {
  /** Somebody has the first proof and guesses at the second: its owner is to be told, at most once a day. */
  readonly tellsOwner: boolean;
}

/** With a million codes, three of them valid at a time, so many guesses hardly ever hit, however high the threshold is set. */
export const MOST_WRONG_CODES = 20;

/** So many wrong second factors are no slip of the finger. */
export const WRONG_CODES_TOLD = 5;

/** A wrong one counts this long, and its row is kept no longer after the last. No lock lasts longer. */
export const COUNTED_FOR: Milliseconds = days(1);

/** What an operator is told at the start and by `doctor`, where the threshold of passwords is not that of codes. */
export const codesLockSooner = (threshold: number): string | undefined =>
  threshold > MOST_WRONG_CODES
    ? `SVC_LOGIN_LOCK_THRESHOLD is ${threshold}: so many passwords may be guessed before a lock; wrong codes lock at ${MOST_WRONG_CODES} all the same`
    : undefined;
