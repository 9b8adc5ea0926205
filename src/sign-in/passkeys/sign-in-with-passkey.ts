import { findAccount } from '../../accounts/users/accounts-store.ts';
import type { Account } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import type { Attempt } from '../lockout/evaluation-slots.ts';
import { evaluating } from '../lockout/lockout.ts';
import { answerSignIn, completeSignIn, type OpenedSession } from '../login/complete-sign-in.ts';
import { refuseBlocked, refuseWrong, requireActive } from '../login/refuse-sign-in.ts';
import { requireSecondFactor } from '../login/require-second-factor.ts';
import type { Resume, SignInEntry } from '../login/second-factor.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import { recordIfUnchanged } from '../login/sign-in-with-external-identity.ts';
import { spendChallenge } from '../login/signed-challenge.ts';
import type { AddOrigin } from '../sessions/sign-in-origins.ts';
import { checkAssertion } from './check-assertion.ts';
import { PASSKEY_WAY, type Passkey, provedBy } from './passkey.ts';
import { type AnsweredChallenge, findChallenge, openChallenge } from './passkey-challenge.ts';
import { requestOptions } from './passkey-options.ts';
import { recordUse } from './passkeys-as-factor.ts';
import { findPasskey, listHandlesOf } from './passkeys-store.ts';
import type { AssertionJson } from './passkeys-wire.ts';
import { refuseCopy, refuseUnknown, refuseWrongAssertion } from './refuse-passkey.ts';
import { type RelyingParty, requireOn } from './relying-party.ts';
import type { VerifiedAssertion } from './verify-assertion.ts';

const BOND = { purpose: 'passkey: sign in', userId: null } as const;

/** Options for signing in with a passkey, before the user is known. @throws AppError 404 `passkey.off` */
export function beginSignIn({ keys, party }: Pick<SignInDeps, 'keys'> & { party: RelyingParty }, at: Instant) {
  const { id } = requireOn(party);
  const { challengeId, challenge } = openChallenge(keys, BOND, at);
  return { challenge_id: challengeId, options: requestOptions(id, challenge) };
}

export interface PasskeyCredentials {
  readonly challenge_id: string;
  readonly passkey: AssertionJson;
  /** A 6-digit code or a recovery code, for a passkey that verified nobody. */
  readonly totp?: string | null;
}

/**
 * Signs in the owner of a passkey. One that has verified its user counts as both factors, any other as one. Then as with a
 * password: lock (423), status, second factor.
 * @throws AppError 401, 403, 404, 423, 429, 503
 */
export async function signInWithPasskey(
  deps: SignInDeps & { readonly party: RelyingParty },
  call: AuditedCall,
  limitKey: string,
  { challenge_id: challengeId, passkey: assertion, totp }: PasskeyCredentials,
) {
  const party = requireOn(deps.party);
  const challenge = findChallenge(deps.keys, BOND, challengeId, call.at);
  if (challenge === undefined)
    throw await refuseUnknown(deps, call, { code: 'passkey.invalid', flaw: 'challenge', limitKey });
  const passkey = await findPasskey(deps.database.read, assertion.id);
  const account = passkey && (await findAccount(deps.database.read, passkey.user_id));
  if (passkey === undefined || account === undefined)
    throw await refuseUnknown(deps, call, { code: 'passkey.unknown', flaw: 'credential', limitKey });
  // Browsers destroy what is called unknown, and whoever was deleted may be restored.
  if (account.status === 'deleted')
    throw await refuseUnknown(deps, call, { code: 'passkey.invalid', flaw: 'deleted', limitKey });
  const guess = { account, subject: { address: account.email } };
  const beginning = await deps.lockout.begin(guess.subject, limitKey);
  if (beginning.kind !== 'ready') throw await refuseBlocked(deps, call, guess, beginning, limitKey);
  const { attempt } = beginning;
  const outcome = await evaluating(deps.lockout, attempt, async () => {
    const use = await requireRight(deps, call, { party, challenge, passkey, account, attempt, assertion });
    return enter(deps, call, { proven: provenBy(passkey, challenge, use), passkey, account, attempt, totp });
  });
  if (outcome === 'used')
    throw await refuseUnknown(deps, call, { code: 'passkey.invalid', flaw: 'challenge', limitKey });
  return answerSignIn(deps, outcome);
}

interface Claimed {
  readonly party: Extract<RelyingParty, { isOn: true }>;
  readonly challenge: AnsweredChallenge;
  readonly passkey: Passkey;
  readonly account: Account;
  readonly attempt: Attempt;
  readonly assertion: AssertionJson;
}

async function requireRight(
  deps: SignInDeps,
  call: AuditedCall,
  { assertion, account, attempt, ...claimed }: Claimed,
): Promise<VerifiedAssertion> {
  const handles = await listHandlesOf(deps.database.read, account.id);
  const checked = await checkAssertion(assertion, { ...claimed, handles, isOwnerKnown: false });
  if (checked.is === 'right' && claimed.passkey.purpose === null) return checked.use;
  if (checked.is === 'right')
    throw await refuseWrongAssertion(deps, call, { account, attempt, flaw: 'second_step_only' });
  if (checked.is === 'wrong') throw await refuseWrongAssertion(deps, call, { account, attempt, flaw: checked.flaw });
  const { passkey, challenge } = claimed;
  throw await refuseCopy(deps, call, { account, attempt, passkey, challenge, counter: checked.counter });
}

/** The effect of a valid assertion; carried in `pending` when a second factor comes first. */
interface Proven extends VerifiedAssertion {
  readonly passkeyId: number;
  readonly host: string;
  readonly challenge: Pick<AnsweredChallenge, 'id' | 'expiresAt'>;
}

const provenBy = ({ id, rp_id: host }: Passkey, challenge: AnsweredChallenge, use: VerifiedAssertion): Proven => ({
  ...use,
  passkeyId: id,
  host,
  challenge: { id: challenge.id, expiresAt: challenge.expiresAt },
});

const passkeyOf = ({ passkeyId: id, host: rp_id }: Proven, { id: user_id }: Account) => ({
  id,
  user_id,
  rp_id,
  purpose: null,
});

interface Entrant {
  readonly proven: Proven;
  readonly passkey: Passkey;
  readonly account: Account;
  readonly attempt: Attempt;
  readonly totp: string | null | undefined;
}

async function enter(
  deps: SignInDeps,
  call: AuditedCall,
  { proven, passkey, account, attempt, totp }: Entrant,
): Promise<OpenedSession | 'used'> {
  await requireActive(deps, call, account, attempt);
  const first = { account, attempt, evidence: proven, way: PASSKEY_WAY };
  const sent = totp === undefined ? {} : { totp };
  const second = proven.isUserVerified ? undefined : await requireSecondFactor(deps, call, { ...first, sent });
  const outcome = await completeSignIn<Obstacle>(deps, call, {
    account,
    attempt,
    second,
    proved: provedBy(proven),
    alongside: (tx, at, { openedWith }) => takeEffect(tx, { proven, account, at, addOrigin: openedWith }),
  });
  const guess = { account, subject: { address: account.email } };
  if (outcome === '2fa') throw await refuseWrong(deps, call, guess, attempt, outcome);
  if (outcome === 'copied') throw await refuseCopy(deps, call, { ...proven, account, attempt, passkey });
  if (outcome === 'changed') throw new AppError('attempts.busy', { retryAfter: seconds(1) });
  if (outcome === 'used') await deps.lockout.release(attempt);
  return outcome;
}

/** Resumes a sign-in with an unverified passkey at the second factor. */
export const resumeWithPasskey: Resume =
  (account, evidence) =>
  (tx, at, { openedWith }) =>
    takeEffect(tx, { proven: evidence as Proven, account, at, addOrigin: openedWith }); // signed by `provenBy`

type Obstacle = 'used' | 'changed' | 'copied';

async function takeEffect(
  tx: Tx,
  { proven, account, at, addOrigin }: { proven: Proven; account: Account; at: Instant; addOrigin: AddOrigin },
): Promise<Obstacle | SignInEntry> {
  if (!(await spendChallenge(tx, proven.challenge, at))) return 'used';
  if ((await recordIfUnchanged(tx, account, { at })) === undefined) return 'changed';
  if (!(await recordUse(tx, passkeyOf(proven, account), { ...proven, at, addOrigin }))) return 'copied';
  return ({ sid, second_factor }) => ({
    action: 'login.ok',
    meta: { sid, second_factor: second_factor || proven.isUserVerified, by: 'passkey' },
  });
}
