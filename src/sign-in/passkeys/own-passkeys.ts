import type { Static } from 'typebox';
import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import { checkedText } from '../../accounts/users/checked-fields.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import type { Platform, Registry } from '../../platform/room/platform.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import { type Passkey, providerOf, stateOf } from './passkey.ts';
import { recountFactor } from './passkeys-as-factor.ts';
import { dropPasskey, renamePasskey } from './passkeys-store.ts';
import type { PasskeyAnswer } from './passkeys-wire.ts';
import type { RelyingParty } from './relying-party.ts';

/**
 * Removes one of the caller's passkeys, unless it is their only way to sign in: an account need not have a password.
 * @throws AppError 404 `passkey.not_found`, 409 `passkey.last_way_in`
 */
export async function removeOwnPasskey(
  { database, findUsersWithWayIn }: PasskeysDeps,
  call: Call,
  id: number,
): Promise<void> {
  const { at } = call;
  const { userId } = call.caller;
  await database.transaction(async (tx) => {
    // The row is locked: of the last two, removed at the same time, one must stay.
    const user = await holdUserRow(tx, userId);
    if (user === undefined) throw new AppError('auth.revoked');
    const was = await dropPasskey(tx, userId, id);
    if (was === undefined) throw new AppError('passkey.not_found');
    await recountFactor(tx, user, at);
    const opened = was.refused_at === null;
    if (opened && !(await findUsersWithWayIn(tx, [userId])).has(userId)) throw new AppError('passkey.last_way_in');
    await recordAudit(tx, call, { action: 'passkey.remove', about: 'actor', meta: { passkey_id: id } });
    await enqueueMail(tx, { kind: 'passkey-removed', to: user, params: { at, passkey: was.name }, at });
  });
}

/** @throws AppError 404 `passkey.not_found`; InvalidRequest 422 */
export async function renameOwnPasskey(
  { database }: PasskeysDeps,
  call: Call,
  { id, name: wanted }: { readonly id: number; readonly name: string },
): Promise<Passkey> {
  const name = checkedText('name', wanted);
  if (name === '') throw invalidField('body', 'name', 'too_short', 'Ovo je polje obavezno.');
  return database.transaction(async (tx) => {
    const passkey = await renamePasskey(tx, call.caller.userId, id, name);
    if (passkey === undefined) throw new AppError('passkey.not_found');
    await recordAudit(tx, call, { action: 'passkey.rename', about: 'actor', meta: { passkey_id: id } });
    return passkey;
  });
}

export type ShowPasskey = (passkey: Passkey) => Static<typeof PasskeyAnswer>;

/** A passkey as shown to its owner; administrators see less. */
export const passkeyPresenter =
  (party: RelyingParty): ShowPasskey =>
  (passkey) => ({
    id: passkey.id,
    credential_id: passkey.credential_id,
    name: passkey.name,
    provider: providerOf(passkey.aaguid),
    synced: passkey.device_type === 'multiDevice',
    backed_up: passkey.backed_up_at !== null,
    transports: [...passkey.transports],
    second_step_only: passkey.purpose === 'second_step',
    state: stateOf(passkey, party.isOn ? party.id : undefined),
    created_at: passkey.created_at,
    last_used_at: passkey.last_used_at,
  });

export interface PasskeysDeps extends SignInDeps, Pick<Registry, 'findUsersWithWayIn'>, Pick<Platform, 'publicUrl'> {
  readonly party: RelyingParty;
  readonly showPasskey: ShowPasskey;
}
