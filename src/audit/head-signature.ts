import { sign, verify } from 'node:crypto';
import type { Keyring } from '../keys/keyring.ts';
import { type Signable, type Signed, signedText } from './audit-chain.ts';

export function signHead(keys: Keyring, kind: 'head' | 'stub', head: Signable): Signed {
  const { kid, privateKey } = keys.signing();
  return { ...head, kid, signature: sign(null, Buffer.from(signedText(kind, head)), privateKey).toString('base64url') };
}

/** By the keys that this service can open itself: a public key from the database could be anybody's. */
export function isOurs(keys: Keyring, kind: 'head' | 'stub', head: Signed): boolean {
  const key = keys.findEverSigning(head.kid);
  return (
    key !== undefined &&
    verify(null, Buffer.from(signedText(kind, head)), key.publicKey, Buffer.from(head.signature, 'base64url'))
  );
}
