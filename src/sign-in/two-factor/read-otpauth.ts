import { Secret } from 'otpauth';

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
