import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { SignInId } from '../../platform/kernel/entity-id.ts';
import { evaluateGuess, recordWrongGuess } from '../lockout/guess.ts';
import { spendChallenge } from '../login/signed-challenge.ts';
import { recordAuthentication } from '../sessions/open-session.ts';
import { type CheckedAssertion, checkAssertion } from './check-assertion.ts';
import type { PasskeysDeps } from './own-passkeys.ts';
import { provedBy, stateOf } from './passkey.ts';
import { findChallenge, openChallenge } from './passkey-challenge.ts';
import { requestOptions } from './passkey-options.ts';
import { recordUse } from './passkeys-as-factor.ts';
import { listPasskeys } from './passkeys-of-person.ts';
import { findPasskey, listHandlesOf } from './passkeys-store.ts';
import type { AssertionJson } from './passkeys-wire.ts';
import { shutCopied } from './refuse-passkey.ts';
import { requireOn } from './relying-party.ts';

const bondOf = ({ caller }: Call) => ({ purpose: 'passkey: re-authenticate', userId: caller.userId }) as const;

/** Options for re-authenticating with one of the caller's passkeys. @throws AppError 404 `passkey.off` or `passkey.not_found` */
export async function beginReauthentication({ database, keys, party }: PasskeysDeps, call: Call) {
  const { id } = requireOn(party);
  const own = await listPasskeys(database.read, call.caller.userId);
  const passkeys = own.filter((passkey) => stateOf(passkey, id) === 'usable');
  if (passkeys.length === 0) throw new AppError('passkey.not_found');
  const { challengeId, challenge } = openChallenge(keys, bondOf(call), call.at);
  return { challenge_id: challengeId, options: requestOptions(id, challenge, { passkeys }) };
}

interface Proof {
  readonly challenge_id: string;
  readonly passkey: AssertionJson;
  readonly limitKey: string;
}

/**
 * Re-authenticates the caller as a password does: an account need not have one. One factor is enough.
 * @throws AppError 403 `passkey.not_confirmed`, 404 `passkey.off`, 423, 429, 503
 */
export async function reauthenticateWithPasskey(
  deps: PasskeysDeps,
  call: Call,
  { challenge_id: challengeId, passkey: assertion, limitKey }: Proof,
): Promise<void> {
  const { database, clock, keys, lockout } = deps;
  const party = requireOn(deps.party);
  const { userId, sid } = call.caller;
  const challenge = findChallenge(keys, bondOf(call), challengeId, call.at);
  const passkey = await findPasskey(database.read, assertion.id);
  let checked: CheckedAssertion | undefined;
  await evaluateGuess(lockout, clock, {
    userId,
    limitKey,
    guessed: 'code',
    provesNothing: true, // a thief who added a passkey with a stolen session could clear the count of wrong passwords
    prepare: async () => {
      if (challenge === undefined || passkey?.user_id !== userId) return false;
      const handles = await listHandlesOf(database.read, userId);
      checked = await checkAssertion(assertion, { party, challenge, passkey, handles, isOwnerKnown: true });
      return checked.is === 'right';
    },
    effect: async (tx, at) => {
      if (challenge === undefined || passkey === undefined || checked?.is !== 'right') return undefined;
      if (!(await spendChallenge(tx, challenge, at))) return undefined;
      if ((await holdUserRow(tx, userId)) === undefined) return undefined;
      const addedBy: SignInId[] = [];
      const addOrigin = (origin: SignInId | null) => void (origin !== null && addedBy.push(origin));
      if (!(await recordUse(tx, passkey, { ...checked.use, at, addOrigin }))) return undefined;
      const proved = provedBy(checked.use);
      if (!(await recordAuthentication(tx, sid, { at, proved, addedBy }))) return undefined; // signed out meanwhile
      const meta = { sid, how: 'passkey' } as const;
      await recordAudit(tx, { ...call, at }, { action: 'auth.reauthenticate', about: 'actor', meta });
      return true;
    },
    onWrong: async (tx, outcome) => {
      await recordWrongGuess(tx, call, { outcome, rule: lockout.rule }, (meta) => ({
        action: 'auth.reauthenticate.fail',
        meta: { how: 'passkey', ...meta },
      }));
      if (challenge === undefined || passkey === undefined || checked?.is !== 'copied') return;
      await shutCopied(tx, call, { account: call.caller.account, passkey, challenge, counter: checked.counter });
    },
    refusal: () => new AppError('passkey.not_confirmed'),
  });
}
