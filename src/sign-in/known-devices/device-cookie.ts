import { type BrowserCookie, browserCookie } from '../../platform/http/browser-cookie.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { DEVICE_KNOWN_FOR } from './known-device.ts';

/** One cookie per browser, whoever signs in with it. */
export const deviceCookie = (publicUrl: string): BrowserCookie =>
  browserCookie(publicUrl, { name: 'svc_device', keptFor: DEVICE_KNOWN_FOR, sameSite: 'Strict' });

export const deviceDigest = (keys: Keyring, userId: UserId, cookie: string): string =>
  keys.hmac('known device', `${userId} ${cookie}`).toString('base64url');
