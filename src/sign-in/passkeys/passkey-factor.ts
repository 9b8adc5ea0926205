import { Type } from 'typebox';
import { isFactorDue } from '../../accounts/permissions/must-enrol.ts';
import type { Account } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import type { Redeem, SecondFactor } from '../login/second-factor.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import { spendChallenge } from '../login/signed-challenge.ts';
import { checkAssertion } from './check-assertion.ts';
import { PASSKEY_PROVES, PASSKEY_WAY, type Passkey, stateOf } from './passkey.ts';
import { findChallenge, openChallenge } from './passkey-challenge.ts';
import { requestOptions } from './passkey-options.ts';
import { recordUse } from './passkeys-as-factor.ts';
import { listPasskeys } from './passkeys-of-person.ts';
import { findPasskey, listHandlesOf } from './passkeys-store.ts';
import { type AssertionJson, AssertionMembers } from './passkeys-wire.ts';
import { shutCopied } from './refuse-passkey.ts';
import type { RelyingParty } from './relying-party.ts';

interface FactorDeps extends Pick<SignInDeps, 'database' | 'keys' | 'clock'> {
  readonly party: RelyingParty;
  /** The default where no rule is set: accounts of this tier or a stronger one need two factors; -1 for nobody. */
  readonly enrolTier: number;
}

const bondOf = ({ id }: Account) => ({ purpose: 'passkey: second factor', userId: id }) as const;
const wrong: Redeem = async () => false;

/** A passkey after a password or another single factor. */
export function passkeyFactor(deps: FactorDeps): SecondFactor {
  const { database, keys, clock, party, enrolTier } = deps;
  const usableOf = async ({ id }: Account, rpId: string): Promise<Passkey[]> =>
    (await listPasskeys(database.read, id)).filter((passkey) => stateOf(passkey, rpId) === 'usable');
  return {
    name: PASSKEY_WAY,
    proves: PASSKEY_PROVES,
    fields: {
      challenge_id: Type.Optional(AssertionMembers.challenge_id),
      passkey: Type.Optional(AssertionMembers.passkey),
    },
    state: async (account, db) => {
      const passkeys = await listPasskeys(db, account.id);
      const isUsable = passkeys.some((passkey) => stateOf(passkey, party.isOn ? party.id : undefined) === 'usable');
      if (passkeys.length === 0) return 'absent';
      // A person who added a key for the second step wants to be asked for it, as with an authenticator app.
      const isChosen = passkeys.some(({ purpose }) => purpose === 'second_step');
      const isAsked = isChosen || isFactorDue(account, enrolTier, nowOf(clock));
      // If a shut key, or one bound to a former host, counted as absent, the password alone would suffice, and a thief could enrol
      // a factor of their own.
      if (!isUsable) return isAsked ? 'shut' : 'absent';
      return isAsked ? 'demanded' : 'ready';
    },
    challenge: async (account, { at }, first) => {
      if (!party.isOn) return {};
      const { challengeId, challenge } = openChallenge(keys, bondOf(account), at);
      return {
        challenge_id: challengeId,
        options: requestOptions(party.id, challenge, {
          passkeys: await usableOf(account, party.id),
          mustVerify: first === PASSKEY_WAY,
        }),
      };
    },
    prepare: (account, sent, call, first) => {
      const { challenge_id: challengeId, passkey } = sent;
      if (!party.isOn || typeof challengeId !== 'string' || passkey === undefined) return undefined;
      // Validated by the login route against `fields`.
      const assertion = passkey as AssertionJson;
      return check(deps, call, { party, account, challengeId, assertion, mustVerify: first === PASSKEY_WAY });
    },
  };
}

interface SubmittedAssertion {
  readonly party: Extract<RelyingParty, { isOn: true }>;
  readonly account: Account;
  readonly challengeId: string;
  readonly assertion: AssertionJson;
  /** After a passkey without user verification, touching one again proves nothing more. */
  readonly mustVerify: boolean;
}

async function check(
  { database, keys }: FactorDeps,
  call: AuditedCall,
  { party, account, challengeId, assertion, mustVerify }: SubmittedAssertion,
): Promise<Redeem> {
  const challenge = findChallenge(keys, bondOf(account), challengeId, call.at);
  const passkey = await findPasskey(database.read, assertion.id);
  if (challenge === undefined || passkey?.user_id !== account.id) return wrong;
  const handles = await listHandlesOf(database.read, account.id);
  const checked = await checkAssertion(assertion, { party, challenge, passkey, handles, isOwnerKnown: true });
  if (checked.is === 'copied') {
    const copied = { account, passkey, challenge, counter: checked.counter };
    await database.transaction((tx) => shutCopied(tx, call, copied));
  }
  if (checked.is !== 'right' || (mustVerify && !checked.use.isUserVerified)) return wrong;
  const { use } = checked;
  return async (tx, at, { provedWith: addOrigin }) =>
    (await spendChallenge(tx, challenge, at)) && (await recordUse(tx, passkey, { ...use, at, addOrigin }));
}
