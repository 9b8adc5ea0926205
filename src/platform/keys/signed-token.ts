import { sign } from 'node:crypto';
import type { SigningKey } from './data-key.ts';

/** A compact JWS (RFC 7515) by a key of applications. `typ` keeps one kind of token from being taken for another (RFC 8725 §3.11). */
export function signedToken({ kid, privateKey }: SigningKey, typ: string, claims: object): string {
  const signed = `${encode({ alg: 'RS256', typ, kid })}.${encode(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
