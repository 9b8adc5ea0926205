import type { Call } from '../http/call.ts';
import { AppError } from '../kernel/app-error.ts';
import { holdSignIn } from '../sessions/hold-sign-in.ts';
import { checkedText } from '../users/checked-fields.ts';
import { keepPasskey, usualName } from './keep-passkey.ts';
import { listPasskeys } from './list-passkeys.ts';
import type { Passkey, Purpose } from './passkey.ts';
import { findChallenge, openChallenge } from './passkey-challenge.ts';
import { creationOptions } from './passkey-options.ts';
import type { PasskeysDeps } from './passkeys-deps.ts';
import { passkeyErrors } from './passkeys-errors.ts';
import type { RegistrationJson } from './passkeys-wire.ts';
import { requireOn } from './require-on.ts';
import { handleOf } from './user-handle.ts';
import { verifyRegistration } from './verify-registration.ts';

/** The challenge says what it was signed for, so that a key for the second step cannot become one that signs in. */
const BONDS = [
  ['passkey: add', null],
  ['passkey: add for second step', 'second_step'],
] as const satisfies [string, Purpose][];

/** Options for creating a passkey of the caller. @throws AppError 404 `passkey.off` */
export async function beginPasskey(
  { database, keys, party }: PasskeysDeps,
  { caller, at }: Call,
  { purpose = null }: { readonly purpose?: Purpose } = {},
) {
  const { id: rpId } = requireOn(party);
  const { userId, account } = caller;
  const bond = purpose === null ? 'passkey: add' : 'passkey: add for second step';
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
  const [found] = BONDS.flatMap(([bond, purpose]) => {
    const challenge = findChallenge(deps.keys, { purpose: bond, userId }, sent.challenge_id, call.at);
    return challenge === undefined ? [] : [{ challenge, purpose }];
  });
  if (found === undefined) throw new AppError(passkeyErrors['passkey.not_added']);
  const { challenge, purpose } = found;
  const chosen = sent.name === undefined ? '' : checkedText('name', sent.name);
  const verified = await verifyRegistration(sent.passkey, { party, challenge: challenge.challenge }).catch((cause) => {
    throw new AppError(passkeyErrors['passkey.not_added'], { cause });
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
