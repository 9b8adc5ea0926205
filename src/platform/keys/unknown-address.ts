import type { Keyring } from './keyring.ts';

/** HMAC of an address without an account, for audit records and counters: no more is kept of a stranger. */
export const unknownAddress = (keys: Keyring, address: string): string =>
  keys.hmac('unknown address', address).toString('base64url').slice(0, 22);
