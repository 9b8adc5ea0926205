import { canonicalEmail } from '../../platform/kernel/email-address.ts';
import { typedAddress } from '../../platform/kernel/typed-text.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';

/**
 * The key an address is counted under, with or without an account. It lives as long as the database; rotating the
 * secret only rewraps it.
 */
export const lockoutKey = (keys: Keyring, address: string): string =>
  keys
    .hmac('lockout', canonicalEmail(address) ?? typedAddress(address).toLowerCase())
    .toString('base64url')
    .slice(0, 22);
