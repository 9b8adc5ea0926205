import { recordPasswordlessSignIn } from '../../accounts/users/changed-users-store.ts';
import type { Account, User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { evaluating } from '../lockout/lockout.ts';
import type { SignInOrigins } from '../sessions/sign-in-origins.ts';
import { completeSignIn, type OpenedSession } from './complete-sign-in.ts';
import { refuseBlocked, refuseWrong, requireActive } from './refuse-sign-in.ts';
import { requireSecondFactor } from './require-second-factor.ts';
import type { Alongside, ResumedWay, SignInEntry, SubmittedProof } from './second-factor.ts';
import type { SignInDeps } from './sign-in-deps.ts';

/** Somebody whom another service vouches for. */
interface ExternalSignIn<Obstacle extends string> {
  readonly way: string;
  /** What was proved, carried in `pending`. */
  readonly evidence: unknown;
  /** What this call sent as a second factor. */
  readonly sent: SubmittedProof;
  readonly limitKey: string;
  /** The account that is linked, or that may be linked at first use. */
  readonly findAccount: () => Promise<Account | undefined>;
  /** `changed`: the account is not what it was when it was read. */
  readonly takeEffect: (
    tx: Tx,
    account: Account,
    at: Instant,
    origins: SignInOrigins,
  ) => Promise<Obstacle | 'changed' | SignInEntry>;
}

/** RFC 8176 has no value for this, and we do not know which factors the other service checked. */
export const NO_KNOWN_METHODS: ResumedWay['proved'] = [];

/**
 * Then as with a password: lock (423), status, second factor. An account that changes meanwhile is read once more. `nobody`: no
 * account has this identity. Never creates one.
 * @throws AppError 401, 403, 423, 429, 503
 */
export async function signInWithExternalIdentity<Obstacle extends string = never>(
  deps: SignInDeps,
  call: AuditedCall,
  signIn: ExternalSignIn<Obstacle>,
): Promise<OpenedSession | Obstacle | 'nobody'> {
  const first = await tryAccount(deps, call, signIn);
  const outcome = first === 'changed' ? await tryAccount(deps, call, signIn) : first;
  if (outcome === 'changed') throw new AppError('attempts.busy', { retryAfter: seconds(1) });
  return outcome;
}

async function tryAccount<Obstacle extends string>(
  deps: SignInDeps,
  call: AuditedCall,
  { way, evidence, sent, limitKey, findAccount, takeEffect }: ExternalSignIn<Obstacle>,
): Promise<OpenedSession | Obstacle | 'nobody' | 'changed'> {
  const account = await findAccount();
  if (account === undefined) return 'nobody';
  const guess = { account, subject: { address: account.email } };
  const beginning = await deps.lockout.begin(guess.subject, limitKey);
  if (beginning.kind !== 'ready') throw await refuseBlocked(deps, call, guess, beginning, limitKey);
  const { attempt } = beginning;
  return evaluating(deps.lockout, attempt, async () => {
    await requireActive(deps, call, account, attempt);
    const second = await requireSecondFactor(deps, call, { account, attempt, sent, way, evidence });
    const alongside: Alongside<Obstacle | 'changed'> = (tx, at, origins) => takeEffect(tx, account, at, origins);
    const completion = { account, attempt, proved: NO_KNOWN_METHODS, second, alongside };
    const outcome = await completeSignIn<Obstacle | 'changed'>(deps, call, completion);
    if (outcome === '2fa') throw await refuseWrong(deps, call, guess, attempt, '2fa');
    if (typeof outcome === 'string') await deps.lockout.release(attempt);
    return outcome;
  });
}

/** Records the sign-in; `undefined` when a second factor was enabled meanwhile, which must be asked for, or it is not active. */
export async function recordIfUnchanged(
  tx: Tx,
  account: Account,
  { picture = null, at }: { readonly picture?: string | null; readonly at: Instant },
): Promise<User | undefined> {
  const user = await recordPasswordlessSignIn(tx, account.id, { picture, at });
  return user?.two_factor_enabled_at === account.two_factor_enabled_at ? user : undefined;
}
