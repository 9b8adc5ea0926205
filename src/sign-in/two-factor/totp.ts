import { Secret, TOTP } from 'otpauth';
import { epochOf, type Instant } from '../../platform/kernel/clock.ts';
import { type Milliseconds, seconds } from '../../platform/kernel/durations.ts';

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
