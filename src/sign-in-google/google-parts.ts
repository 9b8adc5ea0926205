import type { SignInParts } from '../sign-in/sign-in-parts.ts';
import type { VerifyGoogleCredential } from './google-credential.ts';

export interface GoogleParts extends SignInParts {
  /** `undefined`: sign-in with Google is off. */
  readonly verifyGoogle: VerifyGoogleCredential | undefined;
}
