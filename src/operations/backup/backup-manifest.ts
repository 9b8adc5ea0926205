import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { DumpKind } from '../../platform/database/store-dump.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { SigningKey } from '../../platform/keys/data-key.ts';
import type { WrappedKey } from '../../platform/keys/wrapped-signing-key.ts';
import type { HashedEntry } from './backup-archive.ts';
import { BackupFault } from './sealed-file.ts';

/** The last entry of a backup: lists all others. */
export interface Manifest {
  readonly format: 1;
  readonly made_at: Instant;
  /** The version of the program that made it. */
  readonly version: string;
  readonly dump: DumpKind;
  readonly number: number;
  /** The newest signed head of the audit chain in it. */
  readonly audit_head: { readonly seq: number; readonly hash: string } | null;
  readonly entries: readonly HashedEntry[];
}

interface SignedManifest {
  readonly manifest: Manifest;
  /** The key that signed it, as the secret of its time wraps it. */
  readonly wrapped_key: WrappedKey;
  readonly key: object;
  readonly signature: string;
}

const signedText = (manifest: Manifest): Buffer =>
  Buffer.from(`iskaznica-backup-manifest-v1\n${JSON.stringify(manifest)}`);

/** Signed by the service, so that a backup made by somebody else who has the passphrase can be told from ours. */
export function signManifest(
  { privateKey, publicKey }: SigningKey,
  wrappedKey: WrappedKey,
  manifest: Manifest,
): string {
  const signature = sign(null, signedText(manifest), privateKey).toString('base64url');
  const signed: SignedManifest = {
    manifest,
    wrapped_key: wrappedKey,
    key: publicKey.export({ format: 'jwk' }),
    signature,
  };
  return JSON.stringify(signed);
}

/** Verifies a manifest with the key it contains: see `requireMadeUnder`. */
export function readManifest(text: string): { manifest: Manifest; wrappedKey: WrappedKey; publicKey: KeyObject } {
  const { manifest, wrapped_key, key, signature } = JSON.parse(text) as SignedManifest;
  const publicKey = createPublicKey({ key, format: 'jwk' } as Parameters<typeof createPublicKey>[0]);
  if (!verify(null, signedText(manifest), publicKey, Buffer.from(signature, 'base64url')))
    throw new BackupFault('the signature of its manifest is not valid');
  const { kid, wrapped } = wrapped_key ?? {};
  if (typeof kid !== 'string' || typeof wrapped !== 'string')
    throw new BackupFault('its manifest does not show who signed it: it is from a version before its release');
  return { manifest, wrappedKey: { kid, wrapped }, publicKey };
}
