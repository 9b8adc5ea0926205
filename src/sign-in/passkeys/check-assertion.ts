import type { Passkey } from './passkey.ts';
import type { AnsweredChallenge } from './passkey-challenge.ts';
import type { AssertionJson } from './passkeys-wire.ts';
import type { RelyingParty } from './relying-party.ts';
import { PasskeyFlaw, type VerifiedAssertion, verifyAssertion } from './verify-assertion.ts';

interface Expected {
  readonly party: Extract<RelyingParty, { isOn: true }>;
  readonly challenge: AnsweredChallenge;
  readonly passkey: Passkey;
  /** Of its owner, also those of accounts that were merged into the owner's. */
  readonly handles: readonly string[];
  /** Whether the options named the passkeys to use; otherwise the authenticator must name the owner. */
  readonly isOwnerKnown: boolean;
}

export type CheckedAssertion =
  | { readonly is: 'right'; readonly use: VerifiedAssertion }
  | { readonly is: 'wrong'; readonly flaw: string }
  /** Signed by the right key, which may not be used any more since its counter has fallen, now or earlier. */
  | { readonly is: 'copied'; readonly counter: number };

/** Everything about an assertion that can be decided before the transaction that uses it. */
export async function checkAssertion(assertion: AssertionJson, expected: Expected): Promise<CheckedAssertion> {
  const { party, challenge, passkey, handles, isOwnerKnown } = expected;
  const said = assertion.response.userHandle ?? undefined;
  if (said === undefined ? !isOwnerKnown : !handles.includes(said)) return { is: 'wrong', flaw: 'user_handle' };
  let use: VerifiedAssertion;
  try {
    use = await verifyAssertion(assertion, { party, challenge: challenge.challenge, passkey });
  } catch (error) {
    return { is: 'wrong', flaw: error instanceof PasskeyFlaw ? error.message : 'assertion' };
  }
  const isCopied = passkey.refused_at !== null || hasFallen(passkey, use);
  return isCopied ? { is: 'copied', counter: use.counter } : { is: 'right', use };
}

const hasFallen = ({ device_type, counter: stored }: Passkey, { counter }: VerifiedAssertion): boolean =>
  device_type === 'singleDevice' && counter <= stored && (counter > 0 || stored > 0);
