import type { Tx } from '../database/database.ts';
import type { AppError } from '../kernel/app-error.ts';
import { type Clock, type Instant, instantAt } from '../kernel/clock.ts';
import { accountLocked, addressBlocked } from './attempt-refusals.ts';
import type { Attempt } from './hold-place.ts';
import type { Attempts } from './lockout.ts';
import type { AttemptOutcome, Guessed } from './lockout-rule.ts';

/** A guess by somebody who is signed in, at their own password or code. */
export interface Guess<Result> {
  readonly userId: number;
  readonly limitKey: string;
  readonly guessed: Guessed;
  /** Work outside any transaction, hashing as a rule. False: the guess is wrong. */
  readonly prepare?: () => Promise<boolean>;
  /** What a right guess does. `undefined`: it was wrong after all, and everything is rolled back. */
  readonly effect: (tx: Tx, at: Instant) => Promise<Result | undefined>;
  /** Records a wrong one in the transaction that counts it. */
  readonly onWrong: (tx: Tx, outcome: AttemptOutcome) => Promise<void>;
  readonly refusal: (outcome: AttemptOutcome) => AppError;
  /**
   * The answer was handed to whoever asks now, so that a right one proves nothing of the owner and leaves the counts alone:
   * else a thief of a session could enrol over and over to guess at the password without ever being locked out.
   */
  readonly provesNothing?: boolean;
}

class Wrong extends Error {}

/**
 * Evaluates a guess under the counters that every password and code oracle shares.
 * @throws AppError 423, 429, 503, or the guess's own refusal
 */
export async function evaluateGuess<Result>(attempts: Attempts, clock: Clock, guess: Guess<Result>): Promise<Result> {
  const beginning = await attempts.begin({ userId: guess.userId }, guess.limitKey, guess.guessed);
  if (beginning.kind === 'locked') throw accountLocked(beginning.until, clock.now(), attempts.rule);
  if (beginning.kind === 'address-blocked') throw addressBlocked(beginning.until, clock.now());
  const result = await tryEffect(attempts, clock, guess, beginning.attempt);
  if (!(result instanceof Wrong)) return result;
  const { attempt } = beginning;
  throw guess.refusal(await attempts.fail(attempt, guess.guessed, guess.onWrong));
}

async function tryEffect<Result>(
  attempts: Attempts,
  clock: Clock,
  guess: Guess<Result>,
  attempt: Attempt,
): Promise<Result | Wrong> {
  try {
    if (guess.prepare !== undefined && !(await guess.prepare())) return new Wrong();
    const complete = guess.provesNothing ? attempts.pass : attempts.succeed;
    return await complete(attempt, async (tx) => {
      const result = await guess.effect(tx, instantAt(clock.now()));
      if (result === undefined) throw new Wrong();
      return result;
    });
  } catch (error) {
    if (error instanceof Wrong) return error;
    await attempts.release(attempt).catch(() => {}); // the store is away: the reservation lapses by itself
    throw error;
  }
}
