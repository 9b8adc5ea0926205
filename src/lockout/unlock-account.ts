import type { Tx } from '../database/database.ts';
import type { Keyring } from '../keys/keyring.ts';
import { lockoutKey } from './lockout-key.ts';
import { dropLockouts, forgetFailures } from './lockouts-store.ts';

/** Takes the lock of an account and its counts of wrong guesses away. */
export const unlockAccount = (tx: Tx, keys: Keyring, { email }: { readonly email: string }): Promise<void> =>
  forgetFailures(tx, lockoutKey(keys, email));

/** What nobody has guessed at for a day. */
export const dropOldLockouts = dropLockouts;
