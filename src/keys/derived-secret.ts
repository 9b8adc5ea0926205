import type { Keyring } from './keyring.ts';

/** Codes of one length are worthless in place of those of the other. */
const CODES = {
  6: { label: 'short mailed code', count: 1_000_000n },
  8: { label: 'mailed code', count: 100_000_000n },
} as const;

/**
 * Derives a token from a random `seed`: 256 bits as base64url (43 characters). Whoever holds the data key can derive it
 * again, so it is never stored and the database alone yields no working link.
 */
export const deriveToken = (keys: Keyring, seed: string): string =>
  keys.hmac('action token', seed).toString('base64url');

/** Derives a code of so many digits from a random `seed`. Guesses at it must be counted. */
export function deriveCode(keys: Keyring, seed: string, digits: keyof typeof CODES = 8): string {
  const { label, count } = CODES[digits];
  return String(keys.hmac(label, seed).readBigUInt64BE() % count).padStart(digits, '0');
}
