import { type AuditedCall, resumed } from '../audit/audit-context.ts';
import { untilFloor } from '../kernel/answer-floor.ts';
import { AppError } from '../kernel/app-error.ts';
import { canonicalEmail } from '../kernel/email-address.ts';
import type { Attempt } from '../lockout/hold-place.ts';
import { attemptErrors } from '../lockout/lockout-errors.ts';
import { noteSignIn, renewPasswordHash } from '../users/change-user.ts';
import { findAccountByEmail } from '../users/find-account.ts';
import type { Account } from '../users/user.ts';
import { answerSignIn, completeSignIn, type OpenedSession } from './complete-sign-in.ts';
import { type Guess, refuseBlocked, refuseWrong } from './refuse-sign-in.ts';
import { requireActive, requireSecondFactorSent } from './sign-in-conditions.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { unknownAddress } from './unknown-address.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** A 6-digit code or a recovery code. */
  readonly totp?: string;
}

/**
 * Milliseconds, far above what a 423 takes: for an account more is read and recorded than for an unknown address, and here no
 * hash hides the difference.
 */
const LOCKED_FLOOR = 50;

/**
 * Signs a person in. Order: client address (429), account lock (423), password, status, second factor.
 * An unknown address takes the same path at the same cost. `left` is aborted when nobody waits for the answer any more.
 * @throws AppError 401, 403, 423, 429, 503
 */
export async function signIn(
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
    // Outside: who waits for nothing but the floor must not take the place of one whose password can be checked.
    if (error instanceof AppError && error.definition === attemptErrors['attempts.locked'])
      await untilFloor(LOCKED_FLOOR, startedAt);
    throw error;
  }
}

async function evaluate(deps: SignInDeps, call: AuditedCall, limitKey: string, credentials: Credentials) {
  const guess = await understand(deps, credentials.email);
  const guessed = credentials.totp === undefined ? 'password' : 'code';
  const beginning = await deps.attempts.begin(guess.subject, limitKey, guessed);
  if (beginning.kind !== 'ready') throw await refuseBlocked(deps, call, guess, beginning, limitKey);
  const { attempt } = beginning;
  const first = await judge(deps, call, guess.account, attempt, credentials);
  const outcome = first === 'changed' ? await judgeAgain(deps, call, guess, attempt, credentials) : first;
  if (typeof outcome === 'string') throw await refuseWrong(deps, call, guess, attempt, outcome);
  return answerSignIn(deps, outcome);
}

/** A session, what was wrong, or `changed`: the account is no longer what was read of it. */
type Judgement = OpenedSession | 'password' | '2fa' | 'changed';

async function judge(
  deps: SignInDeps,
  call: AuditedCall,
  account: Account | undefined,
  attempt: Attempt,
  { password, totp }: Credentials,
): Promise<Judgement> {
  const hash = account?.password_hash ?? null;
  const right = await verify(deps, attempt, password, hash);
  if (!right || account === undefined || hash === null) return 'password';
  await requireActive(deps, call, account, attempt);
  await requireSecondFactorSent(deps, call, account, attempt, totp);
  const current = await renewed(deps, account, password, hash);
  return completeSignIn<'changed'>(deps, call, {
    attempt,
    account,
    totp,
    action: 'login.ok',
    // Suspended, deleted or given another password since it was read: no session comes of the old one.
    alongside: async (tx, at) => ((await noteSignIn(tx, account.id, current, at)) === undefined ? 'changed' : {}),
  });
}

/**
 * Suspended, deleted or given another password since it was read; or, most likely, a sign-in of the same person renewed
 * the hash. Judged once more as it now stands.
 */
async function judgeAgain(
  deps: SignInDeps,
  call: AuditedCall,
  { account }: Guess,
  attempt: Attempt,
  credentials: Credentials,
): Promise<Exclude<Judgement, 'changed'>> {
  const { account: now } = await understand(deps, credentials.email);
  const same = now?.id === account?.id ? now : undefined;
  const judgement = await judge(deps, call, same, attempt, credentials);
  return judgement === 'changed' ? 'password' : judgement;
}

async function understand({ database, keys }: SignInDeps, email: string): Promise<Guess> {
  const canonical = canonicalEmail(email);
  const account = canonical === undefined ? undefined : await findAccountByEmail(database.read, canonical);
  const addressHmac = unknownAddress(keys, accountNamed(email));
  return { account, addressHmac, subject: { address: email } };
}

/** The canonical address, or the text trimmed and in lower case where it is none. */
const accountNamed = (email: string): string => canonicalEmail(email) ?? email.trim().toLowerCase();

/** A password that could not be checked counts neither way. */
async function verify(
  { attempts, passwords }: SignInDeps,
  attempt: Attempt,
  password: string,
  hash: string | null,
): Promise<boolean> {
  try {
    return await passwords.verify(password, hash);
  } catch (error) {
    await attempts.release(attempt);
    throw error;
  }
}

/** A hash of lower cost is made anew while the password is at hand. Returns the hash that then stands. */
async function renewed(
  { database, passwords }: SignInDeps,
  account: Account,
  password: string,
  hash: string,
): Promise<string> {
  if (!passwords.isOutdated(hash)) return hash;
  const next = await passwords.hash(password);
  await database.transaction((tx) => renewPasswordHash(tx, account.id, hash, next));
  return next;
}
