import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseBase64Json } from '../../../platform/kernel/unchecked.ts';

/** Differs from that of tokens, so that none of them is taken for a receipt (RFC 8725 §3.11). */
const TYPE = 'iskaznica-receipt+jws';

/** A compact JWS (RFC 7515 §7.1) by parts; `undefined` for one of another algorithm or type. */
export function readReceipt(jws: string) {
  const [header = '', payload = '', signature = ''] = jws.split('.');
  const stated = objectIn(header);
  // The one algorithm: what the header says chooses nothing (RFC 8725 §3.1).
  if (stated?.alg !== 'HS256' || stated.typ !== TYPE || 'crit' in stated) return undefined;
  const claims = objectIn(payload);
  return claims && { claims, signed: `${header}.${payload}`, signature: Buffer.from(signature, 'base64url') };
}

export type ReadReceipt = NonNullable<ReturnType<typeof readReceipt>>;

export const isSignedWithAny = ({ signed, signature }: ReadReceipt, keys: readonly Buffer[]): boolean =>
  keys.some((key) => {
    const wanted = createHmac('sha256', key).update(signed).digest();
    return wanted.length === signature.length && timingSafeEqual(wanted, signature);
  });

function objectIn(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parseBase64Json(part);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined; // as checked
  } catch {
    return undefined;
  }
}
