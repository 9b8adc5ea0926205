import type { Account } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Instant, nowOf } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { Attempt } from '../lockout/evaluation-slots.ts';
import { refuseProven } from './refuse-sign-in.ts';
import { isDemanded, type SecondHalf, type SecondProof, type SubmittedProof } from './second-factor.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { type Challenge, readChallenge, signChallenge } from './signed-challenge.ts';

const PURPOSE = 'pending sign-in';
const VALID_FOR = minutes(5);

/** A sign-in whose first proof was right. */
export interface Pending {
  readonly userId: UserId;
  readonly way: string;
  readonly evidence: unknown;
}

/** Proves for five minutes that the first proof of a sign-in was right. */
const signPending = ({ keys, clock }: Pick<SignInDeps, 'keys' | 'clock'>, pending: Pending): string =>
  signChallenge(keys, { purpose: PURPOSE, at: nowOf(clock), validFor: VALID_FOR, data: pending });

/** `undefined` if invalid or expired. */
export function readPending(
  keys: Keyring,
  text: string,
  at: Instant,
): { challenge: Challenge; pending: Pending } | undefined {
  const challenge = readChallenge(keys, PURPOSE, text, at);
  return challenge && { challenge, pending: challenge.data as Pending };
}

interface FirstProven {
  readonly account: Account;
  readonly attempt: Attempt;
  /** What this call sent as a second factor. */
  readonly sent: SubmittedProof;
  /** The way of the first proof, and what it needs to resume later. */
  readonly way: string;
  readonly evidence: unknown;
}

/**
 * How the second factor that was sent is spent; `undefined` when the account needs none.
 * @throws AppError `login.2fa_required` (401) when none was sent, `login.factor_shut` (403) when none of its factors works; the
 * attempt does not count
 */
export async function requireSecondFactor(
  deps: SignInDeps,
  call: AuditedCall,
  { account, attempt, sent, way, evidence }: FirstProven,
): Promise<SecondProof | undefined> {
  const states = await Promise.all(
    deps.waysIn
      .secondFactors()
      .map(async (factor) => ({ factor, state: await factor.state(account, deps.database.read) })),
  );
  if (!states.some(({ state }) => isDemanded(state))) return undefined;
  const usable = states.filter(({ state }) => state === 'ready' || state === 'demanded').map(({ factor }) => factor);
  if (usable.length === 0)
    return refuseProven(deps, call, { account, attempt, code: 'login.factor_shut', reason: 'factor_shut' });
  for (const factor of usable) {
    const redeem = await factor.prepare(account, sent, call, way);
    if (redeem !== undefined) return { redeem, proves: factor.proves };
  }
  const members = await Promise.all(usable.map((factor) => factor.challenge?.(account, call, way)));
  await deps.lockout.pass(attempt, (tx) => recordAudit(tx, call, { action: 'login.2fa_required', about: account }));
  throw new AppError('login.2fa_required', {
    members: Object.assign(
      { methods: usable.map(({ name }) => name), pending: signPending(deps, { userId: account.id, way, evidence }) },
      ...members,
    ),
  });
}

/** Whether a single factor is not enough to sign in to this account, as its factors are now. */
export async function isSecondDemanded(
  waysIn: Pick<SecondHalf, 'secondFactors'>,
  db: Db,
  account: Account,
): Promise<boolean> {
  const states = await Promise.all(waysIn.secondFactors().map((factor) => factor.state(account, db)));
  return states.some(isDemanded);
}
