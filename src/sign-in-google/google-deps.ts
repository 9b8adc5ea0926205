import type { House } from '../room/ground.ts';
import type { SignInDeps } from '../sign-in/sign-in-deps.ts';
import type { VerifyGoogleCredential } from './google-credential.ts';

export interface GoogleDeps extends SignInDeps, Pick<House, 'findUsersWithWayIn'> {
  /** `undefined` when sign-in with Google is off. */
  readonly verifyGoogle: VerifyGoogleCredential | undefined;
}
