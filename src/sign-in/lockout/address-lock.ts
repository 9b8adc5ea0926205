import type { Db, Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { canonicalEmail } from '../../platform/kernel/email-address.ts';
import { typedAddress } from '../../platform/kernel/typed-text.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { findLockout, forgetFailures, lockEnd } from './lockouts-store.ts';

/**
 * The key an address is counted under, with or without an account. It lives as long as the database; rotating the
 * secret only rewraps it.
 */
export const lockoutKey = (keys: Keyring, address: string): string =>
  keys
    .hmac('lockout', canonicalEmail(address) ?? typedAddress(address).toLowerCase())
    .toString('base64url')
    .slice(0, 22);

/** When the lock on an address ends; `null` when it is not locked. */
export async function findLock(db: Db, keys: Keyring, email: string, at: Instant): Promise<Instant | null> {
  const row = await findLockout(db, lockoutKey(keys, email));
  return row === undefined ? null : lockEnd(row, at);
}

export const clearLockout = (tx: Tx, keys: Keyring, { email }: { readonly email: string }): Promise<void> =>
  forgetFailures(tx, lockoutKey(keys, email));
