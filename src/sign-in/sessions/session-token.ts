import { hash, sign, verify } from 'node:crypto';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Clock, isAheadOf } from '../../platform/kernel/clock.ts';
import type { MembershipId, SessionId, SignInId, TenantId } from '../../platform/kernel/entity-id.ts';
import { keepNewest } from '../../platform/kernel/keep-newest.ts';
import { thenSync } from '../../platform/kernel/then-sync.ts';
import { membersOf, parseBase64Json } from '../../platform/kernel/unchecked.ts';
import type { SigningKey } from '../../platform/keys/data-key.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';

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
  /** The membership; not in tokens of services. */
  readonly mid?: MembershipId;
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
const headerSegment = (kind: TokenKind, kid: string): string => encode({ alg: 'EdDSA', typ: HEADER_TYPE[kind], kid });

/** A signed JWT (RFC 7515, Ed25519 by RFC 8037). Deterministic: equal claims and key give an equal token. */
export function signToken(claims: TokenClaims, key: SigningKey): string {
  const signed = `${headerSegment(claims.typ, key.kid)}.${encode(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), key.privateKey).toString('base64url')}`;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const LONGEST = 2048;
/** Checked as text before any decoder runs; an Ed25519 signature is 64 bytes, 86 characters. */
const COMPACT = /^([A-Za-z0-9_-]{10,})\.([A-Za-z0-9_-]{10,})\.([A-Za-z0-9_-]{86})$/;

/**
 * Checks everything a token itself can show: kind, key, signature, issuer, audience, expiry. Whether its session is
 * still live is checked elsewhere, at every request. A cached token is accepted or refused synchronously.
 * @throws AppError `auth.invalid` or `auth.expired` (401)
 */
export type VerifyToken = (token: string, kind: TokenKind) => VerifiedToken | Promise<VerifiedToken>;

export function tokenVerifier(keys: Keyring, clock: Clock, issuer: string, known: KnownTokens): VerifyToken {
  return (token, kind) => {
    const remembered = token.length <= LONGEST ? known.find(token) : undefined;
    return thenSync(remembered ?? verifiedClaims(token, keys), (claims) => {
      if (claims === undefined || claims.typ !== kind || claims.iss !== issuer || claims.aud !== issuer)
        throw new AppError('auth.invalid');
      const now = clock.now();
      if (claims.exp * 1000 <= now || isAheadOf(claims.iat * 1000, now)) throw new AppError('auth.expired');
      if (kind === 'refresh')
        known.delete(token); // a refresh token is sent once, so caching it is useless
      else if (remembered === undefined) known.add(token, claims);
      return claims;
    });
  };
}

/** The claims of a token if one of our keys signed it. */
async function verifiedClaims(token: string, keys: Keyring): Promise<VerifiedToken | undefined> {
  const [, header, payload, signature] = (token.length <= LONGEST && COMPACT.exec(token)) || [];
  if (header === undefined || payload === undefined || signature === undefined) return undefined;
  const kid = membersOf(decode(header)).kid;
  if (typeof kid !== 'string' || kid.length > 64) return undefined;
  const kind = (['access', 'refresh'] as const).find((candidate) => headerSegment(candidate, kid) === header);
  const key = kind && (await keys.resolveSigning(kid));
  if (key === undefined || !isCanonical(payload) || !isCanonical(signature)) return undefined;
  const genuine = verify(null, Buffer.from(`${header}.${payload}`), key.publicKey, Buffer.from(signature, 'base64url'));
  const claims = genuine ? (decode(payload) as TokenClaims | undefined) : undefined;
  return isWhole(claims) && claims.typ === kind ? { ...claims, kid } : undefined;
}

/** Checked although we signed it: a missing time would compare as one in the future. */
const isWhole = (claims: TokenClaims | undefined): claims is TokenClaims =>
  [claims?.jti, claims?.sid, claims?.sub].every((claim) => typeof claim === 'string') &&
  [claims?.exp, claims?.iat].every(Number.isSafeInteger);

/** The last character may carry bits that decoding drops; only one spelling is accepted. */
const isCanonical = (segment: string): boolean => Buffer.from(segment, 'base64url').toString('base64url') === segment;

function decode(segment: string): unknown {
  try {
    return parseBase64Json(segment);
  } catch {
    return undefined;
  }
}

const MOST = 10_000;

/** Verified-token cache: claims of tokens that were signed or verified here. */
export interface KnownTokens {
  find(token: string): VerifiedToken | undefined;
  add(token: string, claims: VerifiedToken): void;
  delete(token: string): void;
}

/**
 * Saves the signature check, the most expensive step of a call. It says nothing about the session, which is read from
 * the store every time. Keyed by digest, so that a memory dump reveals no token; evicts the oldest first.
 */
export function knownTokens(): KnownTokens {
  const claimsByDigest = new Map<string, VerifiedToken>();
  return {
    find: (token) => claimsByDigest.get(digestOf(token)),
    add: (token, claims) => {
      claimsByDigest.set(digestOf(token), claims);
      keepNewest(claimsByDigest, MOST);
    },
    delete: (token) => void claimsByDigest.delete(digestOf(token)),
  };
}

const digestOf = (token: string): string => hash('sha256', token);
