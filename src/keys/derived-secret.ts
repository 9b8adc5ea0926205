import type { Keyring } from './keyring.ts';

const CODES = 100_000_000n;

/**
 * The token that a random `seed` stands for: 256 bits as base64url (43 characters). It can be made again by whoever holds
 * the data key, so it is stored nowhere: the database alone gives no working link away.
 */
export const deriveToken = (keys: Keyring, seed: string): string =>
  keys.hmac('action token', seed).toString('base64url');

/** The eight-digit code that a random `seed` stands for. Its guesses must be counted. */
export const deriveCode = (keys: Keyring, seed: string): string =>
  String(keys.hmac('mailed code', seed).readBigUInt64BE() % CODES).padStart(8, '0');
