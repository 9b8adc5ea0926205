import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { DumpKind } from '../database/store-dump.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { HashedEntry } from './backup-archive.ts';
import { BackupFault } from './sealed-file.ts';

/** The last entry of a backup: lists all others. */
export interface Manifest {
  readonly format: 1;
  readonly made_at: Instant;
  /** The version of the program that made it. */
  readonly version: string;
  readonly dump: DumpKind;
  /** The newest signed head of the audit chain in it. */
  readonly audit_head: { readonly seq: number; readonly hash: string } | null;
  readonly entries: readonly HashedEntry[];
}

interface SignedManifest {
  readonly manifest: Manifest;
  readonly kid: string;
  readonly key: object;
  readonly signature: string;
}

const signedText = (manifest: Manifest): Buffer =>
  Buffer.from(`iskaznica-backup-manifest-v1\n${JSON.stringify(manifest)}`);

/** Signed by the service, so that a backup made by somebody else who has the passphrase can be told from ours. */
export function signManifest(keys: Keyring, manifest: Manifest): string {
  const { kid, privateKey, publicKey } = keys.signing();
  const signature = sign(null, signedText(manifest), privateKey).toString('base64url');
  const signed: SignedManifest = { manifest, kid, key: publicKey.export({ format: 'jwk' }), signature };
  return JSON.stringify(signed);
}

/** Verifies a manifest with the key it contains. The caller must check that this key is one of ours. */
export function readManifest(text: string): { manifest: Manifest; kid: string; publicKey: KeyObject } {
  const { manifest, kid, key, signature } = JSON.parse(text) as SignedManifest;
  const publicKey = createPublicKey({ key, format: 'jwk' } as Parameters<typeof createPublicKey>[0]);
  if (!verify(null, signedText(manifest), publicKey, Buffer.from(signature, 'base64url')))
    throw new BackupFault('the signature of its manifest is not valid');
  return { manifest, kid, publicKey };
}
