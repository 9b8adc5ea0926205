import { randomInt } from 'node:crypto';
import type { Keyring } from '../keys/keyring.ts';

/** Crockford's base32: no letter that is taken for a digit, and none that makes words. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16; // 80 bits
const GROUPS = /.{4}(?=.)/g;

export const RECOVERY_CODES = 8;

/** Eight codes to write down, such as `k7qm-x2vd-9fhr-0bt3`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

const newRecoveryCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
    .join('')
    .replace(GROUPS, '$&-');

/**
 * What is stored of a code and found by it. Bound to its owner, and under a data key: whoever reads the table learns nothing,
 * and a slow hash would only buy time that 80 random bits do not need.
 */
export const recoveryCodeHmac = (keys: Keyring, userId: number, code: string): string =>
  keys.hmac('recovery code', `${userId}:${canonical(code)}`).toString('base64url');

/** Case, white space and dashes of any kind do not matter, and look-alikes are read as Crockford says. */
const canonical = (code: string): string =>
  code
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
