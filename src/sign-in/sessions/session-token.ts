import { sign } from 'node:crypto';
import type { SessionId, SignInId, TenantId } from '../../platform/kernel/entity-id.ts';
import type { SigningKey } from '../../platform/keys/data-key.ts';

export type TokenKind = 'access' | 'refresh';

/** Times are whole seconds since 1970 (RFC 7519 §2, NumericDate). */
export interface TokenClaims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly sid: SignInId;
  readonly jti: SessionId;
  readonly tenant_id: TenantId;
  readonly role: string;
  readonly tier: number;
  readonly typ: TokenKind;
  /** Only in tokens of services. */
  readonly client_id?: string;
  readonly scope?: string;
  readonly iat: number;
  readonly exp: number;
}

/** Claims, and the key that signed them. */
export interface VerifiedToken extends TokenClaims {
  readonly kid: string;
}

/** The header's `typ` tells the kinds apart before anything else is read (RFC 8725 §3.11; RFC 9068 §2.1 for access). */
const HEADER_TYPE: Readonly<Record<TokenKind, string>> = { access: 'at+jwt', refresh: 'refresh+jwt' };

/** The first segment of every token of this kind and key, compared as text on verification. */
export const headerSegment = (kind: TokenKind, kid: string): string =>
  encode({ alg: 'EdDSA', typ: HEADER_TYPE[kind], kid });

/** A signed JWT (RFC 7515, Ed25519 by RFC 8037). Deterministic: equal claims and key give an equal token. */
export function signToken(claims: TokenClaims, key: SigningKey): string {
  const signed = `${headerSegment(claims.typ, key.kid)}.${encode(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), key.privateKey).toString('base64url')}`;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
