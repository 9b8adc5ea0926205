import type { User } from '../../accounts/users/user.ts';
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

type Guessed = Pick<User, 'email' | 'joining_at' | 'password_hash' | 'email_verified_at'>;

/**
 * Whether guesses at somebody's address are guesses at them. A record that nobody has accepted has nothing to guess: its address may be
 * that of an account elsewhere, whose lock is not for whoever entered the record to see, and never to lift.
 */
export const isGuessable = ({ joining_at, password_hash, email_verified_at }: Guessed): boolean =>
  joining_at === null && (password_hash !== null || email_verified_at !== null);

/** When the lock on somebody's address ends; `null` when it is not locked. */
export async function findLock(db: Db, keys: Keyring, person: Guessed, at: Instant): Promise<Instant | null> {
  const row = isGuessable(person) ? await findLockout(db, lockoutKey(keys, person.email)) : undefined;
  return row === undefined ? null : lockEnd(row, at);
}

export const clearLockout = (tx: Tx, keys: Keyring, { email }: { readonly email: string }): Promise<void> =>
  forgetFailures(tx, lockoutKey(keys, email));
