import { type KeyObject, sign, verify } from 'node:crypto';
import type { SigningKey } from '../keys/data-key.ts';
import type { Keyring } from '../keys/keyring.ts';
import { type Signable, type Signed, signedText } from './audit-chain.ts';

export const signHead = (keys: Keyring, kind: 'head' | 'stub', head: Signable): Signed =>
  signHeadBy(keys.signing(), kind, head);

export function signHeadBy({ kid, privateKey }: SigningKey, kind: 'head' | 'stub', head: Signable): Signed {
  const { seq, hash, signed_at } = head;
  return {
    seq,
    hash,
    signed_at,
    kid,
    signature: sign(null, Buffer.from(signedText(kind, head)), privateKey).toString('base64url'),
  };
}

/**
 * Whether this service signed it. Accepts only keys that it can unwrap, since a public key in the database could be anybody's,
 * and no revoked ones.
 */
export function isOurs(keys: Keyring, kind: 'head' | 'stub', head: Signed): boolean {
  const key = keys.findEverSigning(head.kid);
  return key !== undefined && isSignedBy(key.publicKey, kind, head);
}

export const isSignedBy = (publicKey: KeyObject, kind: 'head' | 'stub', head: Signed): boolean =>
  verify(null, Buffer.from(signedText(kind, head)), publicKey, Buffer.from(head.signature, 'base64url'));

/** Reloads the keys if a head has an unknown one: another node may have just revoked a key and signed with its successor. */
export async function meetKeysOf(keys: Keyring, heads: readonly (Signed | undefined)[]): Promise<void> {
  const isUnknown = ({ kid }: Signed) => keys.findEverSigning(kid) === undefined && keys.findRevoked(kid) === undefined;
  if (heads.some((head) => head !== undefined && isUnknown(head))) await keys.reload();
}
