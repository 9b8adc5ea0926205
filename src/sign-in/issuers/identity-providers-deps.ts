import type { Database } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { Issuers } from './issuers.ts';

export interface IdentityProvidersDeps {
  readonly database: Database;
  readonly keys: Keyring;
  readonly publicUrl: string;
  readonly issuers: Issuers;
  /** Whether the operator has permitted private addresses. */
  readonly permitsPrivate: boolean;
}
