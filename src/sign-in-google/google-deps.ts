import type { SignInDeps } from '../sign-in/sign-in-deps.ts';
import type { VerifyGoogleCredential } from './google-credential.ts';

export interface GoogleDeps extends SignInDeps {
  /** `undefined` when sign-in with Google is off. */
  readonly verifyGoogle: VerifyGoogleCredential | undefined;
}
