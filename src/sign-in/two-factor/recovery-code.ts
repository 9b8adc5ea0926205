import { randomInt } from 'node:crypto';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { typedCode } from '../../platform/kernel/typed-code.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';

/** Crockford's base32: no letter that looks like a digit, and none that spells words. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16; // 80 bits
const GROUPS = /.{4}(?=.)/g;

export const RECOVERY_CODES = 8;

/** Eight codes such as `k7qm-x2vd-9fhr-0bt3`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

const newRecoveryCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
    .join('')
    .replace(GROUPS, '$&-');

/**
 * The stored form of a code. Keyed and bound to its owner, so that the table alone reveals nothing; 80 random bits need no slow
 * hash.
 */
export const recoveryCodeHmac = (keys: Keyring, userId: UserId, code: string): string =>
  keys.hmac('recovery code', `${userId}:${canonical(code)}`).toString('base64url');

/** Ignores case, and reads look-alikes as Crockford specifies. */
const canonical = (code: string): string => typedCode(code).toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1');
