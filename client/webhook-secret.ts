import { bytesOf } from './token-parts.ts';

const PREFIX = 'whsec_';

/** For HMAC with SHA-256, of a secret as it was shown. @throws Error for anything else: an empty key would verify what anybody signs */
export async function keyOf(secret: string): Promise<CryptoKey> {
  if (!/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(secret)) throw new Error('The secret does not look like whsec_…');
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', bytesOf(secret.slice(PREFIX.length)), hmac, false, ['sign', 'verify']);
}
