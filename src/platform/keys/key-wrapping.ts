import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Tx } from '../database/database.ts';
import type { Secret } from '../kernel/secret.ts';
import { lockDataKeys } from './data-key-store.ts';
import type { ServiceSecrets } from './service-secret.ts';

const VERSION = 'v1';
const INFO = 'iskaznica data key wrapping';

/**
 * Wraps key material under the service's secret: AES-256-GCM (NIST SP 800-38D) with a key from HKDF-SHA-256 (RFC 5869)
 * and its own salt. Bound to the key's name, so that rows cannot be swapped.
 */
export function wrapKey(material: Uint8Array, kid: string, secret: Secret): string {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(secret, salt), nonce).setAAD(Buffer.from(kid));
  const sealed = Buffer.concat([cipher.update(material), cipher.final(), cipher.getAuthTag()]);
  return [VERSION, ...[salt, nonce, sealed].map((part) => part.toString('base64url'))].join('.');
}

/** The material, or `undefined` when another secret wrapped it or the row was changed. */
export function unwrapKey(wrapped: string, kid: string, secret: Secret): Buffer | undefined {
  const [version, ...parts] = wrapped.split('.');
  const [salt, nonce, sealed] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (version !== VERSION || !salt || nonce?.length !== 12 || !sealed || sealed.length < 17) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', wrappingKey(secret, salt), nonce, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(kid)).setAuthTag(sealed.subarray(-16));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  } catch {
    return undefined;
  }
}

const wrappingKey = (secret: Secret, salt: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret.reveal(), salt, INFO, 32));

/**
 * The secrets, starting with the one that wraps the keys now: the secret may have been rotated since this process started, and
 * a key wrapped by the old one would be lost. Blocks rotations until the commit.
 */
export async function secretsInForce(tx: Tx, readSecrets: () => ServiceSecrets): Promise<ServiceSecrets> {
  const anchor = await lockDataKeys(tx);
  const { current, others } = readSecrets();
  if (anchor === undefined) return { current, others };
  const inForce = [current, ...others].find((secret) => unwrapKey(anchor.wrapped, anchor.kid, secret) !== undefined);
  if (inForce === undefined) throw new Error('The secret changed meanwhile. Run the command again with the new one.');
  return { current: inForce, others: [current, ...others].filter((secret) => secret !== inForce) };
}
