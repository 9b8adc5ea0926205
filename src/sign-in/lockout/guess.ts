import type { AuditAction, AuditMetas } from '../../platform/audit/audit-actions.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { type AuditEntry, recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { AppError } from '../../platform/kernel/app-error.ts';
import { type Clock, type Instant, nowOf } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Attempt } from './evaluation-slots.ts';
import { evaluating, type Lockout } from './lockout.ts';
import { accountLocked, addressBlocked } from './lockout-errors.ts';
import { type AttemptOutcome, type Guessed, type LockoutRule, minutesOf } from './lockout-rule.ts';

/** A guess by a signed-in user at their own password or code. */
export interface Guess<Result> {
  readonly userId: UserId;
  readonly limitKey: string;
  readonly guessed: Guessed;
  /** Runs outside any transaction, usually to hash. False: the guess is wrong. */
  readonly prepare?: () => Promise<boolean>;
  /** What a right guess does. `undefined`: it turned out wrong, and everything is rolled back. */
  readonly effect: (tx: Tx, at: Instant) => Promise<Result | undefined>;
  /** Records a wrong guess in the transaction that counts it. */
  readonly onWrong: (tx: Tx, outcome: AttemptOutcome) => Promise<void>;
  readonly refusal: (outcome: AttemptOutcome) => AppError;
  /**
   * The caller was just given the answer (a new TOTP secret), so a right guess must not clear the counters: the thief
   * of a session could otherwise enrol again and again and guess at the password without ever being locked out.
   */
  readonly provesNothing?: boolean;
}

class Wrong extends Error {}

/**
 * Evaluates a guess under the counters shared by all password and code checks.
 * @throws AppError 423, 429, 503, or the guess's own refusal
 */
export async function evaluateGuess<Result>(lockout: Lockout, clock: Clock, guess: Guess<Result>): Promise<Result> {
  const beginning = await lockout.begin({ userId: guess.userId }, guess.limitKey);
  if (beginning.kind === 'locked') throw accountLocked(beginning.until, clock.now(), lockout.rule);
  if (beginning.kind === 'address-blocked') throw addressBlocked(beginning.until, clock.now());
  const { attempt } = beginning;
  return evaluating(lockout, attempt, async () => {
    const result = await tryEffect(lockout, clock, guess, attempt);
    if (!(result instanceof Wrong)) return result;
    throw guess.refusal(await lockout.fail(attempt, guess.guessed, guess.onWrong));
  });
}

async function tryEffect<Result>(
  lockout: Lockout,
  clock: Clock,
  guess: Guess<Result>,
  attempt: Attempt,
): Promise<Result | Wrong> {
  if (guess.prepare !== undefined && !(await guess.prepare())) return new Wrong();
  const complete = guess.provesNothing ? lockout.pass : lockout.succeed;
  try {
    return await complete(attempt, async (tx) => {
      const result = await guess.effect(tx, nowOf(clock));
      if (result === undefined) throw new Wrong();
      return result;
    });
  } catch (error) {
    if (error instanceof Wrong) return error;
    throw error;
  }
}

/** The `meta` of every audit record of a wrong guess. */
export interface WrongGuessMeta {
  readonly fail_count: number;
  readonly locked: boolean;
}

const wrongGuessMeta = ({ failures, lockedUntil }: AttemptOutcome): WrongGuessMeta => ({
  fail_count: failures,
  locked: lockedUntil !== null,
});

/** Every action with this `meta`. */
type WrongGuess = {
  [Action in AuditAction]: AuditMetas[Action] extends WrongGuessMeta ? Action : never;
}[AuditAction];

/** Writes the audit record of a wrong guess at the caller's own account, and of the lock if it caused one. */
export async function recordWrongGuess(
  tx: Tx,
  call: AuditedCall,
  { outcome, rule }: { readonly outcome: AttemptOutcome; readonly rule: LockoutRule },
  failure: (meta: WrongGuessMeta) => AuditEntry<WrongGuess>,
): Promise<void> {
  const entry = failure(wrongGuessMeta(outcome));
  await recordAudit(tx, call, { ...entry, about: 'actor' });
  if (outcome.lockedUntil !== null)
    await recordAudit(tx, call, {
      action: 'login.locked',
      about: 'actor',
      meta: { ...entry.meta, lock_minutes: minutesOf(rule) },
    });
}
