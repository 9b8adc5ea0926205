import type { Registry } from '../../platform/room/platform.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import type { VerifyGoogleCredential } from './google-credential.ts';

export interface GoogleDeps extends SignInDeps, Pick<Registry, 'findUsersWithWayIn'> {
  /** `undefined` when sign-in with Google is off. */
  readonly verifyGoogle: VerifyGoogleCredential | undefined;
}
