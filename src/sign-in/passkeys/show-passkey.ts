import type { Static } from 'typebox';
import type { Platform, Registry } from '../../platform/room/platform.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import { type Passkey, providerOf, stateOf } from './passkey.ts';
import type { PasskeyAnswer } from './passkeys-wire.ts';
import type { RelyingParty } from './relying-party.ts';

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
