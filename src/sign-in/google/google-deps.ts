import type { House } from '../../platform/room/ground.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import type { VerifyGoogleCredential } from './google-credential.ts';

export interface GoogleDeps extends SignInDeps, Pick<House, 'findUsersWithWayIn'> {
  /** `undefined` when sign-in with Google is off. */
  readonly verifyGoogle: VerifyGoogleCredential | undefined;
}
