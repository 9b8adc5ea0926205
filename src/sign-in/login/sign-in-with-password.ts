import { recordSignIn, renewPasswordHash } from '../../accounts/users/changed-users-store.ts';
import type { Account } from '../../accounts/users/user.ts';
import { type AuditedCall, resumed } from '../../platform/audit/audit-context.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { waitForMinimumDuration } from '../../platform/kernel/minimum-duration.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { Attempt } from '../lockout/evaluation-slots.ts';
import { evaluating } from '../lockout/lockout.ts';
import { answerSignIn, completeSignIn, type OpenedSession } from './complete-sign-in.ts';
import {
  accountNamed,
  findGuessed,
  type GuessedAccount,
  refuseBlocked,
  refuseWrong,
  requireActive,
} from './refuse-sign-in.ts';
import { requireSecondFactor } from './require-second-factor.ts';
import type { Resume, SignInEntry } from './second-factor.ts';
import type { SignInDeps } from './sign-in-deps.ts';

export const PASSWORD_WAY = 'password';
export const PASSWORD_PROVES = ['pwd'] as const;

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** A 6-digit code or a recovery code. */
  readonly totp?: string | null;
}

/**
 * Milliseconds, far above what a 423 takes: a known account costs more reads and records than an unknown address, and
 * no hash hides the difference here.
 */
const LOCKED_FLOOR = 50;

/**
 * Signs a user in. Order: client address (429), account lock (423), password, status, second factor. An unknown address
 * takes the same path at the same cost. `left` is aborted when the client has gone.
 * @throws AppError 401, 403, 423, 429, 503
 */
export async function signInWithPassword(
  deps: SignInDeps,
  call: AuditedCall,
  limitKey: string,
  credentials: Credentials,
  left?: AbortSignal,
) {
  const startedAt = performance.now();
  const claimant = { account: accountNamed(credentials.email), address: limitKey, left };
  try {
    return await deps.passwords.admit(claimant, () => evaluate(deps, resumed(call, deps.clock), limitKey, credentials));
  } catch (error) {
    // Outside `admit`: waiting for the floor must not occupy a place in the hash queue.
    if (error instanceof AppError && error.code === 'attempts.locked')
      await waitForMinimumDuration(LOCKED_FLOOR, startedAt);
    throw error;
  }
}

async function evaluate(deps: SignInDeps, call: AuditedCall, limitKey: string, credentials: Credentials) {
  const guess = await findGuessed(deps, credentials.email);
  const beginning = await deps.lockout.begin(guess.subject, limitKey);
  if (beginning.kind !== 'ready') throw await refuseBlocked(deps, call, guess, beginning, limitKey);
  const { attempt } = beginning;
  const session = await evaluating(deps.lockout, attempt, async () => {
    const first = await checkCredentials(deps, call, guess.account, attempt, credentials);
    const outcome = first === 'changed' ? await checkAgain(deps, call, guess, attempt, credentials) : first;
    if (typeof outcome === 'string') throw await refuseWrong(deps, call, guess, attempt, outcome);
    return outcome;
  });
  return answerSignIn(deps, session);
}

/** How the sign-in of somebody who proved this password is taken up at the second factor. */
export const resumeWithPassword =
  (keys: Keyring): Resume =>
  ({ id, password_hash: hash }, evidence) => {
    if (hash === null || evidence !== passwordEvidence(keys, hash)) return undefined;
    return async (tx, at) => ((await recordSignIn(tx, id, hash, at)) === undefined ? 'changed' : recorded);
  };

/** Tells one password of an account from the next without telling anything about either. */
const passwordEvidence = (keys: Keyring, hash: string): string =>
  keys.hmac('password of a pending sign-in', hash).toString('base64url').slice(0, 22);

const recorded: SignInEntry = (meta) => ({ action: 'login.ok', meta });

/** A session, what was wrong, or `changed`: the account is no longer what was read. */
type CheckOutcome = OpenedSession | 'password' | '2fa' | 'changed';

async function checkCredentials(
  deps: SignInDeps,
  call: AuditedCall,
  account: Account | undefined,
  attempt: Attempt,
  { password, totp }: Credentials,
): Promise<CheckOutcome> {
  const hash = account?.password_hash ?? null;
  const right = await deps.passwords.verify(password, account);
  if (!right || account === undefined || hash === null) return 'password';
  await requireActive(deps, call, account, attempt);
  const evidence = passwordEvidence(deps.keys, hash);
  const second = await requireSecondFactor(deps, call, {
    account,
    attempt,
    evidence,
    way: PASSWORD_WAY,
    sent: totp === undefined ? {} : { totp },
  });
  const current = await renewed(deps, account, password, hash);
  return completeSignIn<'changed'>(deps, call, {
    attempt,
    account,
    second,
    proved: PASSWORD_PROVES,
    // Suspended, deleted or given another password since it was read: no session comes of the old one.
    alongside: async (tx, at) =>
      (await recordSignIn(tx, account.id, current, at)) === undefined ? 'changed' : recorded,
  });
}

/**
 * The account changed while its password was evaluated; most likely a concurrent sign-in renewed the hash. Checks once
 * more against the current row.
 */
async function checkAgain(
  deps: SignInDeps,
  call: AuditedCall,
  { account }: GuessedAccount,
  attempt: Attempt,
  credentials: Credentials,
): Promise<Exclude<CheckOutcome, 'changed'>> {
  const { account: now } = await findGuessed(deps, credentials.email);
  const same = now?.id === account?.id ? now : undefined;
  const outcome = await checkCredentials(deps, call, same, attempt, credentials);
  return outcome === 'changed' ? 'password' : outcome;
}

/** Replaces a hash of lower cost or of another program while the password is at hand. Returns the hash to expect in the row. */
async function renewed(
  { database, passwords, clock }: SignInDeps,
  account: Account,
  password: string,
  hash: string,
): Promise<string> {
  if (!passwords.isOutdated(account)) return hash;
  const next = await passwords.hash(password);
  const at = nowOf(clock);
  await database.transaction((tx) => renewPasswordHash(tx, account.id, hash, next, at));
  return next;
}
