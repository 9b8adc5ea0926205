import { canonicalEmail } from '../kernel/email-address.ts';
import type { Keyring } from '../keys/keyring.ts';

/**
 * The key an address is counted under, with or without an account. It lives as long as the database; rotating the
 * secret only rewraps it.
 */
export const lockoutKey = (keys: Keyring, address: string): string =>
  keys
    .hmac('lockout', canonicalEmail(address) ?? address.trim().toLowerCase())
    .toString('base64url')
    .slice(0, 22);
