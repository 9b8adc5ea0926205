import { Secret, TOTP } from 'otpauth';
import { epochOf, type Instant } from '../../platform/kernel/clock.ts';
import { type Milliseconds, seconds } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { open, seal } from '../../platform/keys/sealed-text.ts';

/** What another program wrote of an authenticator app: its secret as base32, or that ours could not check its codes. */
export type ReadOtpauth = { readonly secret: string } | { readonly refusal: 'totp' };

const REFUSED: ReadOtpauth = { refusal: 'totp' };
const BASE32 = /^[A-Z2-7]+=*$/i;
const TOO_LONG = 1000;
/** Bytes: 80 bits are the least that apps were ever given, and no digest takes more than its block at once. */
const SHORTEST = 10;
const LONGEST = 64;

/**
 * Reads the address that an app reads from a QR code (`otpauth://totp/…?secret=…`). Only what `totp.ts` checks as it is comes along:
 * six digits, 30 seconds, SHA-1.
 */
export function readOtpauth(text: string): ReadOtpauth {
  const url = text.length > TOO_LONG ? null : URL.parse(text);
  if (url?.protocol !== 'otpauth:' || url.host.toLowerCase() !== 'totp') return REFUSED;
  const said = (name: string, usual: string) => url.searchParams.get(name) ?? usual;
  if (said('digits', '6') !== '6' || said('period', '30') !== '30') return REFUSED;
  if (!/^(?:Hmac)?SHA-?1$/i.test(said('algorithm', 'SHA1'))) return REFUSED;
  const secret = said('secret', '');
  if (!BASE32.test(secret)) return REFUSED;
  const read = Secret.fromBase32(secret);
  return read.bytes.length < SHORTEST || read.bytes.length > LONGEST ? REFUSED : { secret: read.base32 };
}

const labelOf = (userId: UserId): string => `two-factor secret:${userId}`;

export const sealSecret = (keys: Keyring, userId: UserId, secret: string): string =>
  seal(keys, labelOf(userId), secret);

/** @throws Error when the row is another user's, or its key is unavailable */
export const openSecret = (keys: Keyring, { user_id, secret }: { user_id: UserId; secret: string }): string =>
  open(keys, labelOf(user_id), secret);

/** Whether its key is available: a restored backup lacks keys created after it was made. */
export function isOpenable(keys: Keyring, row: { user_id: UserId; secret: string }): boolean {
  try {
    openSecret(keys, row);
    return true;
  } catch {
    return false;
  }
}

/** What every authenticator app supports; some ignore or refuse other values (RFC 6238 §1.2, RFC 4226 §5.3). */
const RULES = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const STEP: Milliseconds = seconds(RULES.period);
const ISSUER = 'Iskaznica';

/** 160 random bits as base32 without padding, the length that RFC 4226 §4 (R6) recommends. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

export const otpauthUrl = (secret: string, email: string): string =>
  new TOTP({ ...RULES, issuer: ISSUER, label: email, secret }).toString();

/**
 * The time step of a code: the current one or a neighbour (RFC 6238 §5.2), counted from 1970. `undefined` for a wrong
 * code, and for anything but six digits, of which the library throws where its bytes are more.
 */
export function stepOfCode(secret: string, code: string, at: Instant): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const timestamp = epochOf(at);
  const delta = TOTP.validate({ ...RULES, token: code, secret: Secret.fromBase32(secret), timestamp, window: 1 });
  return delta === null ? undefined : Math.floor(timestamp / STEP) + delta;
}

/** The last time step of which a code may be accepted at that instant: the one after the current one. */
export const lastStepAt = (at: Instant): number => Math.floor(epochOf(at) / STEP) + 1;

/** Anything else may be a recovery code. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);
