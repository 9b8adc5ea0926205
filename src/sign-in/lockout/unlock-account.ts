import type { Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { lockoutKey } from './lockout-key.ts';
import { forgetFailures } from './lockouts-store.ts';

export const unlockAccount = (tx: Tx, keys: Keyring, { email }: { readonly email: string }): Promise<void> =>
  forgetFailures(tx, lockoutKey(keys, email));
