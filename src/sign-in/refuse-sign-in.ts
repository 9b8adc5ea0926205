import type { AuditedCall } from '../audit/audit-context.ts';
import type { AuditAction } from '../audit/catalogue.ts';
import { type AuditEntry, recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import type { AppError } from '../kernel/app-error.ts';
import { instantAt } from '../kernel/clock.ts';
import { accountLocked, addressBlocked } from '../lockout/attempt-refusals.ts';
import type { Attempt, Subject } from '../lockout/hold-place.ts';
import type { Beginning } from '../lockout/lockout.ts';
import type { AttemptOutcome, AttemptRule } from '../lockout/lockout-rule.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import type { Account } from '../users/user.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { wrongCredentials } from './sign-in-refusals.ts';

/** Whom a sign-in is about, as far as the service knows. */
export interface Guess {
  readonly account: Account | undefined;
  /** Stands for the address in audit records when there is no account (`unknownAddress`). */
  readonly addressHmac?: string;
  readonly subject: Subject;
}

/**
 * A wrong password or code: counted, audited, and locked when it was the last; the owner is told of guesses at the second
 * factor. Returns the refusal.
 */
export async function refuseWrong(
  deps: SignInDeps,
  call: AuditedCall,
  guess: Guess,
  attempt: Attempt,
  factor: 'password' | '2fa',
): Promise<AppError> {
  const { attempts } = deps;
  const wrong = factor === '2fa' ? 'second-factor' : factor;
  const outcome = await attempts.fail(attempt, wrong, async (tx, counted) => {
    const meta = failureMeta(attempts.rule, counted, factor);
    await record(tx, call, guess, factor === '2fa' ? 'login.2fa_fail' : 'login.fail', meta);
    if (counted.lockedUntil !== null) await record(tx, call, guess, 'login.locked', meta);
    const { account: to } = guess;
    const at = instantAt(deps.clock.now());
    if (counted.tellsOwner && to) await enqueueMail(tx, { kind: 'second-factor-guessed', to, params: { at }, at });
  });
  return wrongCredentials(outcome, attempts.rule);
}

/** No attempt was to be had: the account is locked or the client address blocked. Returns the refusal. */
export async function refuseBlocked(
  deps: SignInDeps,
  call: AuditedCall,
  guess: Guess,
  beginning: Exclude<Beginning, { kind: 'ready' }>,
  limitKey: string,
): Promise<AppError> {
  const { attempts, clock, database, recordOrSum } = deps;
  const { kind, until } = beginning;
  if (kind === 'address-blocked') {
    const entry = entryOf(guess, 'login.ratelimit.ip', { until: instantAt(until) });
    // Nothing was tried at any account: a flood of refusals must not become a flood of records.
    await database.transaction((tx) => recordOrSum(tx, call, limitKey, entry));
    return addressBlocked(until, clock.now());
  }
  const meta = failureMeta(attempts.rule, { failures: attempts.rule.threshold, lockedUntil: until }, 'locked');
  await database.transaction((tx) => record(tx, call, guess, 'login.fail', meta));
  return accountLocked(until, clock.now(), attempts.rule);
}

/** What the contract asks of a record `login.fail`. */
export const failureMeta = ({ lockFor }: AttemptRule, { failures, lockedUntil }: AttemptOutcome, reason: string) => ({
  reason,
  fail_count: failures,
  locked: lockedUntil !== null,
  lock_minutes: Math.round(lockFor / 60_000),
});

const record = (
  tx: Tx,
  call: AuditedCall,
  guess: Guess,
  action: AuditAction,
  meta: Record<string, unknown>,
): Promise<void> => recordAudit(tx, call, entryOf(guess, action, meta));

/** `reason` says `unknown` where there is no account: records are read by administrators, answers by strangers. */
function entryOf({ account, addressHmac }: Guess, action: AuditAction, meta: Record<string, unknown>): AuditEntry {
  const about = account ? { about: account } : {};
  const unknown = account
    ? {}
    : { address_hmac: addressHmac, ...(meta.reason === 'password' ? { reason: 'unknown' } : {}) };
  return { action, ...about, meta: { ...meta, ...unknown } };
}
