import { canonicalEmail } from '../kernel/email-address.ts';
import type { Keyring } from '../keys/keyring.ts';

/**
 * Under what an address is counted, whether or not it has an account. The key lives as long as the database: a new secret
 * only wraps it anew.
 */
export const lockoutKey = (keys: Keyring, address: string): string =>
  keys
    .hmac('lockout', canonicalEmail(address) ?? address.trim().toLowerCase())
    .toString('base64url')
    .slice(0, 22);
