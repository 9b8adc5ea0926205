import type { VerifyGoogleCredential } from './google-credential.ts';
import type { SignInParts } from './sign-in-parts.ts';

export interface GoogleParts extends SignInParts {
  /** `undefined`: sign-in with Google is off. */
  readonly verifyGoogle: VerifyGoogleCredential | undefined;
}
