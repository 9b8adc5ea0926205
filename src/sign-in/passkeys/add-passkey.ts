import { checkedText } from '../../accounts/users/checked-fields.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { holdSignIn } from '../sessions/end-sessions.ts';
import { keepPasskey, usualName } from './keep-passkey.ts';
import type { PasskeysDeps } from './own-passkeys.ts';
import type { Passkey, Purpose } from './passkey.ts';
import { findChallenge, openChallenge } from './passkey-challenge.ts';
import { creationOptions, handleOf } from './passkey-options.ts';
import { listPasskeys } from './passkeys-of-person.ts';
import type { RegistrationJson } from './passkeys-wire.ts';
import { requireOn } from './relying-party.ts';
import { verifyRegistration } from './verify-registration.ts';

/**
 * The challenge says what it was signed for, so that a key for the second step cannot become one that signs in. One that the browser
 * adds by itself proves nobody's presence (WebAuthn level 3 §7.1, step 15).
 */
const BONDS = [
  { bond: 'passkey: add', purpose: null, isSilent: false },
  { bond: 'passkey: add silently', purpose: null, isSilent: true },
  { bond: 'passkey: add for second step', purpose: 'second_step', isSilent: false },
] as const satisfies { bond: string; purpose: Purpose; isSilent: boolean }[];

interface PasskeyRequest {
  readonly purpose?: Purpose;
  readonly mediation?: 'conditional';
}

/** Options for creating a passkey of the caller. @throws AppError 404 `passkey.off` */
export async function beginPasskey(
  { database, keys, party }: PasskeysDeps,
  { caller, at }: Call,
  { purpose = null, mediation }: PasskeyRequest = {},
) {
  const { id: rpId } = requireOn(party);
  const { userId, account } = caller;
  const silently = mediation === undefined ? 'passkey: add' : 'passkey: add silently';
  const bond = purpose === null ? silently : 'passkey: add for second step';
  const { challengeId, challenge } = openChallenge(keys, { purpose: bond, userId }, at);
  const present = await listPasskeys(database.read, userId);
  const handle = await handleOf(database, userId, at);
  return {
    challenge_id: challengeId,
    options: creationOptions({ rpId, challenge, handle, account, present, purpose }),
  };
}

interface NewPasskey {
  readonly challenge_id: string;
  readonly passkey: RegistrationJson;
  readonly name?: string;
}

/** Adds the authenticator's new passkey. @throws AppError 400 `passkey.not_added`, 404 `passkey.off`, 409 */
export async function addOwnPasskey(deps: PasskeysDeps, call: Call, sent: NewPasskey): Promise<Passkey> {
  const party = requireOn(deps.party);
  const { userId, account } = call.caller;
  const [found] = BONDS.flatMap(({ bond, ...kind }) => {
    const challenge = findChallenge(deps.keys, { purpose: bond, userId }, sent.challenge_id, call.at);
    return challenge === undefined ? [] : [{ challenge, ...kind }];
  });
  if (found === undefined) throw new AppError('passkey.not_added');
  const { challenge, purpose, isSilent } = found;
  const chosen = sent.name === undefined ? '' : checkedText('name', sent.name);
  const expected = { party, challenge: challenge.challenge, mayBeAbsent: isSilent };
  const verified = await verifyRegistration(sent.passkey, expected).catch((cause) => {
    throw new AppError('passkey.not_added', { cause });
  });
  const { transports = [] } = sent.passkey.response;
  const name = chosen === '' ? usualName(verified, account.preferred_language, purpose) : chosen;
  const kept = { challenge, verified, transports, name, rpId: party.id, purpose, addedBy: call.caller.sid };
  return deps.database.transaction(async (tx) => {
    const passkey = await keepPasskey(tx, deps.keys, call, account, kept);
    await holdSignIn(tx, call.caller);
    return passkey;
  });
}
