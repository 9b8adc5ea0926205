import { isIP } from 'node:net';
import { AppError } from '../../platform/kernel/app-error.ts';

export const OFF_REASONS = ['ip_address', 'not_secure'] as const;
type OffReason = (typeof OFF_REASONS)[number];

/** The relying party of this service's passkeys (WebAuthn level 3 §5.4.2), or why browsers would create none. */
export type RelyingParty =
  | { readonly isOn: true; readonly id: string; readonly origins: readonly string[] }
  | { readonly isOn: false; readonly reason: OffReason };

/**
 * The host of the public address. Browsers accept no IP address (§5.1.3), and need a secure context (§13.4.9); `localhost` is one
 * without https.
 */
export function relyingParty(publicUrl: string, relatedOrigins: readonly string[]): RelyingParty {
  const { hostname, protocol, origin } = new URL(publicUrl);
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return { isOn: false, reason: 'ip_address' };
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isLocal) return { isOn: false, reason: 'not_secure' };
  return { isOn: true, id: hostname, origins: [origin, ...relatedOrigins.filter((related) => related !== origin)] };
}

/** @throws AppError 404 `passkey.off` */
export function requireOn(party: RelyingParty): Extract<RelyingParty, { isOn: true }> {
  if (!party.isOn) throw new AppError('passkey.off');
  return party;
}

/**
 * Refuses responses created inside a frame of another page (WebAuthn level 3 §7.1 step 10, §7.2 step 13): no page of this service
 * may be framed. The library checks it only if the browser names the outer page.
 * @throws Error
 */
export function requireTopLevel(clientDataJson: string): void {
  const { crossOrigin, topOrigin } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
  if (crossOrigin === true || topOrigin !== undefined) throw new Error('Made inside a frame');
}
