import type { Registry } from '../../platform/room/platform.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import type { RelyingParty } from './relying-party.ts';
import type { ShowPasskey } from './show-passkey.ts';

export interface PasskeysDeps extends SignInDeps, Pick<Registry, 'findUsersWithWayIn'> {
  readonly publicUrl: string;
  readonly party: RelyingParty;
  readonly showPasskey: ShowPasskey;
}
