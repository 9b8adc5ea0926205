import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { promisify } from 'node:util';
import { defineTable, type RowOf, text } from '../database/define-table.ts';
import type { Instant } from '../kernel/clock.ts';

/**
 * `signing` is Ed25519; `encryption` and `hmac` are 256 random bits. `id-tokens` is RSA, for ID tokens: OpenID Connect requires
 * every application to support RS256, but not Ed25519. There is none before the first application.
 */
export type KeyPurpose = 'signing' | 'encryption' | 'hmac' | 'id-tokens';

/** A data key as stored: its material wrapped by the service's secret. */
export const dataKeysTable = defineTable(
  'data_keys',
  {
    kid: text(),
    purpose: text<KeyPurpose>(),
    wrapped: text(),
    /**
     * SPKI as base64url, for signing keys. It outlives the private half, so that old signatures can still be verified.
     */
    public_key: text().orNull(),
    created_at: text<Instant>(),
    /** Used for new work from this instant, which lies far enough after `created_at` for every node to know the key. */
    active_from: text<Instant>(),
    /** From this instant on nothing signed by it is valid, and its material is destroyed. */
    revoked_at: text<Instant>().orNull(),
  },
  {
    key: 'kid',
    journal: [{ kind: 'key', key: 'kid', of: ['revoked_at'] }],
    personal: { nobody: 'sealed keys' },
  },
);

export type StoredDataKey = RowOf<typeof dataKeysTable>;

/**
 * Random, not numbered: a restored backup does not know the keys created after it was made, and would reuse their numbers.
 * Everything that refers to keys by name (heads of the audit chain, key sets, certificates) would then mistake one for another.
 */
export const newKeyName = (purpose: KeyPurpose): string => `${purpose}-${randomBytes(5).toString('hex')}`;

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly activeFrom: Instant;
}

/** A leaked signing key. Signatures can still be attributed to it but prove nothing. */
export interface RevokedKey {
  readonly kid: string;
  readonly publicKey: KeyObject;
  readonly revokedAt: Instant;
}

export interface SymmetricKey {
  readonly kid: string;
  readonly purpose: KeyPurpose;
  readonly material: Buffer;
  readonly activeFrom: Instant;
}

export interface KeyMaterial {
  readonly material: Buffer;
  /** Only for signing keys. */
  readonly publicKey: string | null;
}

const RSA = { modulusLength: 2048 };

/** Call it before the transaction that stores the key: finding the primes of an RSA key takes long. */
export async function generateKey(purpose: KeyPurpose): Promise<KeyMaterial> {
  if (purpose === 'encryption' || purpose === 'hmac') return { material: randomBytes(32), publicKey: null };
  if (purpose === 'signing') return materialOf(generateKeyPairSync('ed25519'));
  return materialOf(await promisify(generateKeyPair)('rsa', RSA));
}

const materialOf = (pair: { privateKey: KeyObject; publicKey: KeyObject }): KeyMaterial => ({
  material: pair.privateKey.export({ format: 'der', type: 'pkcs8' }),
  publicKey: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
});

export function signingKeyFrom(kid: string, activeFrom: Instant, material: Buffer): SigningKey {
  const privateKey = createPrivateKey({ key: material, format: 'der', type: 'pkcs8' });
  return { kid, activeFrom, privateKey, publicKey: createPublicKey(privateKey) };
}

export const publicKeyFrom = (spki: string): KeyObject =>
  createPublicKey({ key: Buffer.from(spki, 'base64url'), format: 'der', type: 'spki' });
