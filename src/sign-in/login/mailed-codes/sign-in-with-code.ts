import { recordPasswordlessSignIn } from '../../../accounts/users/changed-users-store.ts';
import type { Account } from '../../../accounts/users/user.ts';
import type { AuditedCall } from '../../../platform/audit/audit-context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Instant, nowOf } from '../../../platform/kernel/clock.ts';
import { withMinimumDuration } from '../../../platform/kernel/minimum-duration.ts';
import { typedCode } from '../../../platform/kernel/typed-code.ts';
import type { Attempt } from '../../lockout/evaluation-slots.ts';
import { evaluating } from '../../lockout/lockout.ts';
import { lockoutBusy } from '../../lockout/lockout-errors.ts';
import { answerSignIn, completeSignIn, type OpenedSession } from '../complete-sign-in.ts';
import { findGuessed, refuseBlocked, refuseWrong, requireActive } from '../refuse-sign-in.ts';
import { requireSecondFactor } from '../require-second-factor.ts';
import type { Resume, SignInEntry } from '../second-factor.ts';
import type { SignInDeps } from '../sign-in-deps.ts';
import type { LoginCall } from '../ways-in.ts';
import { browserDigest, codeHmac, mayUseCodes } from './mailed-code.ts';
import { spendCode, takeTry } from './mailed-codes-store.ts';
import { ANSWER_FLOOR, type CodeDeps } from './send-code.ts';

export const CODE_WAY = 'code';
export const CODE_PROVES = ['otp'] as const;

interface CodeBody {
  readonly email: string;
  readonly code: string;
  /** The second factor: a 6-digit code of an app, or a recovery code. */
  readonly totp?: string | null;
}

/**
 * Signs in with a mailed code, in the browser that asked for it. From there on as with a password: client address (429), lock
 * (423), code, status, second factor.
 * @throws AppError 401, 403, 423, 429, 503
 */
export function signInWithCode(deps: SignInDeps & CodeDeps, request: LoginCall<CodeBody>) {
  // Without a hash, a known account would take noticeably longer than an unknown one.
  return withMinimumDuration(ANSWER_FLOOR, async () => answerSignIn(deps, await evaluate(deps, request)));
}

async function evaluate(
  deps: SignInDeps & CodeDeps,
  { body, call, limitKey, reply }: LoginCall<CodeBody>,
): Promise<OpenedSession> {
  const guess = await findGuessed(deps, body.email);
  const beginning = await deps.lockout.begin(guess.subject, limitKey);
  if (beginning.kind !== 'ready') throw await refuseBlocked(deps, call, guess, beginning, limitKey);
  const { attempt } = beginning;
  const { account } = guess;
  return evaluating(deps.lockout, attempt, async () => {
    const codeId = account && (await rightCode(deps, account, deps.cookies.sentBy(reply), typedCode(body.code)));
    if (account === undefined || codeId === undefined) throw await refuseWrong(deps, call, guess, attempt, 'code');
    const outcome = await enter(deps, call, { account, attempt, codeId, totp: body.totp });
    if (outcome === 'changed') throw lockoutBusy();
    if (typeof outcome === 'string') throw await refuseWrong(deps, call, guess, attempt, outcome);
    return outcome;
  });
}

/** The id of the code, if it is the one that this browser asked for. */
async function rightCode(
  { database, keys, clock }: SignInDeps,
  account: Account,
  cookie: string | undefined,
  code: string,
): Promise<string | undefined> {
  if (cookie === undefined || !mayUseCodes(account)) return undefined;
  const browser = browserDigest(keys, cookie);
  const sought = { userId: account.id, browser, at: nowOf(clock) };
  const mailed = await database.transaction((tx) => takeTry(tx, sought));
  return mailed?.code_hmac === codeHmac(keys, { account, browser, code }) ? mailed.id : undefined;
}

interface Entering {
  readonly account: Account;
  readonly attempt: Attempt;
  readonly codeId: string;
  readonly totp: string | null | undefined;
}

/** Returns a session, what was wrong, or `changed` if the account has changed since it was read. */
async function enter(
  deps: SignInDeps,
  call: AuditedCall,
  { account, attempt, codeId, totp }: Entering,
): Promise<OpenedSession | 'code' | '2fa' | 'changed'> {
  await requireActive(deps, call, account, attempt);
  const second = await requireSecondFactor(deps, call, {
    account,
    attempt,
    way: CODE_WAY,
    evidence: codeId,
    sent: totp === undefined ? {} : { totp },
  });
  return completeSignIn<'code' | 'changed'>(deps, call, {
    account,
    attempt,
    second,
    proved: CODE_PROVES,
    alongside: (tx, at) => takeEffect(tx, { account, codeId, at }),
  });
}

/** Resumes a sign-in with a mailed code at the second factor. */
export const resumeWithCode: Resume = (account, evidence) => (tx, at) =>
  takeEffect(tx, { account, codeId: String(evidence), at });

/** The code is spent only if the session is opened. */
async function takeEffect(
  tx: Tx,
  { account, codeId, at }: { account: Account; codeId: string; at: Instant },
): Promise<'code' | 'changed' | SignInEntry> {
  if (!(await spendCode(tx, codeId, at))) return 'code';
  const user = await recordPasswordlessSignIn(tx, account.id, { picture: null, at });
  const isSame = user?.email === account.email && user.two_factor_enabled_at === account.two_factor_enabled_at;
  return isSame && mayUseCodes(user) ? recorded : 'changed';
}

const recorded: SignInEntry = (meta) => ({ action: 'login.ok', meta: { ...meta, by: 'code' } });
