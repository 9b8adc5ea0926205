import type { Database } from '../database/database.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Issuers } from './issuers.ts';

export interface IdentityProvidersDeps {
  readonly database: Database;
  readonly keys: Keyring;
  readonly publicUrl: string;
  readonly issuers: Issuers;
  /** The operator has permitted some private addresses. */
  readonly permitsPrivate: boolean;
}
