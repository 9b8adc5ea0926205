import { findAccountByEmail } from '../../accounts/users/accounts-store.ts';
import type { Account } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { instantAt, nowOf } from '../../platform/kernel/clock.ts';
import type { Milliseconds } from '../../platform/kernel/durations.ts';
import { canonicalEmail } from '../../platform/kernel/email-address.ts';
import { typedAddress } from '../../platform/kernel/typed-text.ts';
import { unknownAddress } from '../../platform/keys/derived-secret.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import type { Attempt, Subject } from '../lockout/evaluation-slots.ts';
import type { Beginning } from '../lockout/lockout.ts';
import { accountLocked, addressBlocked, wrongGuess } from '../lockout/lockout-errors.ts';
import { type AttemptOutcome, type LockoutRule, minutesOf } from '../lockout/lockout-rule.ts';
import type { SignInDeps } from './sign-in-deps.ts';

export interface GuessedAccount {
  readonly account: Account | undefined;
  /** In audit records, in place of an address without an account (`unknownAddress`). */
  readonly addressHmac?: string;
  readonly subject: Subject;
}

/**
 * Counts and records a wrong password or code and locks at the threshold; repeated wrong second factors notify the
 * owner. Returns the refusal.
 */
export async function refuseWrong(
  deps: SignInDeps,
  call: AuditedCall,
  guess: GuessedAccount,
  attempt: Attempt,
  factor: 'password' | 'code' | '2fa',
): Promise<AppError> {
  const { lockout } = deps;
  const wrong = factor === '2fa' ? 'second-factor' : factor;
  const outcome = await lockout.fail(attempt, wrong, async (tx, counted) => {
    const meta = failureMeta(lockout.rule, counted, factor);
    await record(tx, call, guess, factor === '2fa' ? 'login.2fa_fail' : 'login.fail', meta);
    if (counted.lockedUntil !== null) await record(tx, call, guess, 'login.locked', meta);
    const { account: to } = guess;
    const at = nowOf(deps.clock);
    if (counted.notifiesOwner && to) await enqueueMail(tx, { kind: 'second-factor-guessed', to, params: { at }, at });
  });
  return wrongCredentials(outcome, deps.clock.now(), lockout.rule);
}

/** Refuses because the account is locked or the client address blocked. Returns the refusal. */
export async function refuseBlocked(
  deps: SignInDeps,
  call: AuditedCall,
  guess: GuessedAccount,
  beginning: Exclude<Beginning, { kind: 'ready' }>,
  limitKey: string,
): Promise<AppError> {
  const { lockout, clock, database, recordOrSum } = deps;
  const { kind, until } = beginning;
  if (kind === 'address-blocked') {
    const meta = { until: instantAt(until), ...nobodyIn(guess) };
    const entry = { action: 'login.ratelimit.ip', about: guess.account, meta } as const;
    // No account was tried: a flood of refusals must not become a flood of records.
    await database.transaction((tx) => recordOrSum(tx, call, limitKey, entry));
    return addressBlocked(until, clock.now());
  }
  const meta = failureMeta(lockout.rule, { failures: lockout.rule.threshold, lockedUntil: until }, 'locked');
  await database.transaction((tx) => record(tx, call, guess, 'login.fail', meta));
  return accountLocked(until, clock.now(), lockout.rule);
}

interface Proven {
  readonly account: Account;
  readonly attempt: Attempt;
  readonly code: 'account.invited' | 'account.suspended' | 'login.factor_shut';
  readonly reason: string;
}

/** Refuses somebody whose first proof was right, on record. @throws AppError (403); the attempt does not count */
export async function refuseProven(
  { lockout }: Pick<SignInDeps, 'lockout'>,
  call: AuditedCall,
  { account, attempt, code, reason }: Proven,
): Promise<never> {
  await lockout.pass(attempt, (tx, outcome) =>
    recordAudit(tx, call, { action: 'login.fail', about: account, meta: failureMeta(lockout.rule, outcome, reason) }),
  );
  throw new AppError(code);
}

/** The `meta` that the contract fixes for `login.fail`. */
export const failureMeta = (rule: LockoutRule, { failures, lockedUntil }: AttemptOutcome, reason: string) => ({
  reason,
  fail_count: failures,
  locked: lockedUntil !== null,
  lock_minutes: minutesOf(rule),
});

const record = (
  tx: Tx,
  call: AuditedCall,
  guess: GuessedAccount,
  action: 'login.fail' | 'login.2fa_fail' | 'login.locked',
  meta: ReturnType<typeof failureMeta>,
): Promise<void> => {
  const { account } = guess;
  // Administrators read the records, strangers the answers.
  const isFirst = meta.reason === 'password' || meta.reason === 'code';
  const reason = account === undefined && isFirst ? 'unknown' : meta.reason;
  return recordAudit(tx, call, { action, about: account, meta: { ...meta, reason, ...nobodyIn(guess) } });
};

const nobodyIn = ({ account, addressHmac }: GuessedAccount) => (account ? {} : { address_hmac: addressHmac });

/** 401 `… (2/5). Nakon 5 pogrešnih pokušaja račun se zaključava na 5 minuta.`, the same for passwords and codes. */
const wrongCredentials = (outcome: AttemptOutcome, now: Milliseconds, rule: LockoutRule): AppError =>
  wrongGuess('login.wrong', outcome, { words: 'Pogrešna e-adresa ili lozinka', now, rule });

/** @throws AppError `account.suspended` or `account.invited` (403); the attempt does not count */
export async function requireActive(
  deps: SignInDeps,
  call: AuditedCall,
  account: Account,
  attempt: Attempt,
): Promise<void> {
  if (account.status === 'active') return;
  const reason = account.status === 'invited' ? 'invited' : 'suspended';
  await refuseProven(deps, call, { account, attempt, code: `account.${reason}`, reason });
}

/** The account of an address, or what is counted and recorded instead. */
export async function findGuessed({ database, keys }: SignInDeps, email: string): Promise<GuessedAccount> {
  const canonical = canonicalEmail(email);
  const account = canonical === undefined ? undefined : await findAccountByEmail(database.read, canonical);
  const addressHmac = unknownAddress(keys, accountNamed(email));
  return { account, addressHmac, subject: { address: email } };
}

/** The canonical address, or the trimmed lower-case text if it is none. */
export const accountNamed = (email: string): string => canonicalEmail(email) ?? typedAddress(email).toLowerCase();
