import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keyring } from './keyring.ts';

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text with the current encryption key: AES-256-GCM (NIST SP 800-38D), `v1.<kid>.<nonce>.<ciphertext and
 * tag>`. `label` names purpose and owner as associated data: a sealed text moved to another row or column does not
 * open.
 */
export function seal(keys: Keyring, label: string, text: string): string {
  const { kid, material } = keys.encryption();
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', material, nonce).setAAD(Buffer.from(label));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return [VERSION, kid, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
}

/**
 * @throws Error when its key is unavailable, or it was changed or sealed under another label: always a bug, never a
 * refusal
 */
export function open(keys: Keyring, label: string, sealedText: string): string {
  const [version, kid = '', ...parts] = sealedText.split('.');
  const [nonce, sealed] = parts.map((part) => Buffer.from(part, 'base64url'));
  const key = keys.findEncryption(kid);
  if (version !== VERSION || nonce?.length !== NONCE_BYTES || !sealed || sealed.length < TAG_BYTES)
    throw new Error(`A sealed text is malformed: ${label}`);
  if (key === undefined) throw new Error(`The key ${kid} of a sealed text is not at hand: ${label}`);
  const decipher = createDecipheriv('aes-256-gcm', key.material, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(label)).setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
}
