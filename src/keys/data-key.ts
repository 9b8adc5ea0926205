import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Instant } from '../kernel/clock.ts';

/** `signing` is Ed25519; `encryption` and `hmac` are 256 random bits. */
export type KeyPurpose = 'signing' | 'encryption' | 'hmac';

/** A data key as it is stored: its material only wrapped by the service's secret. */
export interface StoredDataKey {
  readonly kid: string;
  readonly purpose: KeyPurpose;
  readonly wrapped: string;
  /** SPKI as base64url, for signing keys: it outlives the private half, old signatures stay provable. */
  readonly public_key: string | null;
  readonly created_at: Instant;
  /** From this instant it is used for new work. It lies ahead of `created_at` so that every node knows it by then. */
  readonly active_from: Instant;
  /** From this instant nothing that it signed counts; its material is destroyed. */
  readonly revoked_at: Instant | null;
}

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly activeFrom: Instant;
}

/** A signing key that leaked. Signatures can still be attributed to it, and prove nothing. */
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

/** Fresh material; `publicKey` only for signing keys. */
export function generateKey(purpose: KeyPurpose): { material: Buffer; publicKey: string | null } {
  if (purpose !== 'signing') return { material: randomBytes(32), publicKey: null };
  const pair = generateKeyPairSync('ed25519');
  return {
    material: pair.privateKey.export({ format: 'der', type: 'pkcs8' }),
    publicKey: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
  };
}

export function signingKeyFrom(kid: string, activeFrom: Instant, material: Buffer): SigningKey {
  const privateKey = createPrivateKey({ key: material, format: 'der', type: 'pkcs8' });
  return { kid, activeFrom, privateKey, publicKey: createPublicKey(privateKey) };
}

export const publicKeyFrom = (spki: string): KeyObject =>
  createPublicKey({ key: Buffer.from(spki, 'base64url'), format: 'der', type: 'spki' });
