import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';

export interface SetOptions {
  /** `iss` of the transmitter, as its configuration document names it. */
  readonly issuer: string;
  /** `jwks_uri` of the same document. */
  readonly jwksUri: string;
  /** `aud` of the stream. */
  readonly audience: string;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

/** A security event token (RFC 8417). */
export interface SecurityEventToken {
  /** The same however often it is sent: take it once. */
  readonly jti: string;
  readonly issuedAt: number;
  /** `sub_id` (RFC 9493). */
  readonly subject: Readonly<Record<string, unknown>>;
  /** Members of each event by its URI. */
  readonly events: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** `undefined` for a token that is not ours, or not for this stream. @throws when the keys cannot be fetched: ask again later */
export type VerifySet = (token: string) => Promise<SecurityEventToken | undefined>;

const LONGEST = 16_384;
/** How far ahead our clock may be of the receiver's, in seconds. */
const AHEAD = 5 * 60;

/** Verifies SETs of SSF 1.0 with the published keys of their transmitter. `docs/events.md` says what is in them. Needs `jose`; all else in this folder does without. */
export function setVerifier({ issuer, jwksUri, audience, fetch: fetchFrom, now = Date.now }: SetOptions): VerifySet {
  const keys = createRemoteJWKSet(new URL(jwksUri), fetchFrom === undefined ? {} : { [customFetch]: fetchFrom });
  return async (token) => {
    if (token.length > LONGEST) return undefined;
    try {
      // RFC 8725 §3.1, §3.11: one algorithm, and no other kind of token is taken for an event.
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ['RS256'],
        typ: 'secevent+jwt',
        requiredClaims: ['jti', 'iat', 'events', 'sub_id'],
        currentDate: new Date(now()),
      });
      const { jti, iat, events, sub_id: subject, sub, exp } = payload;
      // SSF 1.0 §8.1: neither `sub` nor `exp`; an ID token or access token has both.
      if (sub !== undefined || exp !== undefined) return undefined;
      if (typeof jti !== 'string' || iat === undefined || iat > now() / 1000 + AHEAD) return undefined;
      if (!isObject(subject) || !isObject(events) || Object.keys(events).length === 0) return undefined;
      if (!Object.values(events).every(isObject)) return undefined;
      return { jti, issuedAt: iat, subject, events: events as SecurityEventToken['events'] }; // each was looked at
    } catch (error) {
      if (isAway(error)) throw error;
      return undefined;
    }
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The keys could not be fetched: the token may be good. */
const isAway = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout || error.code === 'ERR_JOSE_GENERIC';
