import type { Keyring } from './keyring.ts';

/** Different labels, so that a code of one length cannot be used in place of the other. */
const CODES = {
  6: { label: 'short mailed code', count: 1_000_000n },
  8: { label: 'mailed code', count: 100_000_000n },
} as const;

/**
 * Derives a token from a random `seed`: 256 bits as base64url (43 characters). It can be derived again with the data key, so it
 * is never stored, and the database alone yields no valid link.
 */
export const deriveToken = (keys: Keyring, seed: string): string =>
  keys.hmac('action token', seed).toString('base64url');

/** Derives a code with that many digits from a random `seed`. Guesses at it must be counted. */
export function deriveCode(keys: Keyring, seed: string, digits: keyof typeof CODES = 8): string {
  const { label, count } = CODES[digits];
  return String(keys.hmac(label, seed).readBigUInt64BE() % count).padStart(digits, '0');
}

/** HMAC of an address without an account, for audit records and counters: no more is kept of a stranger. */
export const unknownAddress = (keys: Keyring, address: string): string =>
  keys.hmac('unknown address', address).toString('base64url').slice(0, 22);
