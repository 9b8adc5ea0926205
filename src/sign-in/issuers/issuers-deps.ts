import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { Registry } from '../../platform/room/platform.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import type { VerifyGoogleCredential } from './google-credential.ts';
import type { Issuers } from './issuers.ts';

export interface OidcDeps extends SignInDeps, Pick<Registry, 'findUsersWithWayIn'> {
  readonly issuers: Issuers;
  readonly publicUrl: string;
  readonly log: Logger;
}

export interface GoogleDeps extends SignInDeps, Pick<Registry, 'findUsersWithWayIn'> {
  /** `undefined` when sign-in with Google is off. */
  readonly verifyGoogle: VerifyGoogleCredential | undefined;
}

export interface IdentityProvidersDeps {
  readonly database: Database;
  readonly keys: Keyring;
  readonly publicUrl: string;
  readonly issuers: Issuers;
  /** Whether the operator has permitted private addresses. */
  readonly permitsPrivate: boolean;
}
