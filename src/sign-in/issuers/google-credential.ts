import { hash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Clock, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { hours, type Milliseconds, seconds } from '../../platform/kernel/durations.ts';
import { canonicalEmail } from '../../platform/kernel/email-address.ts';
import type { GoogleKeys } from './google-keys.ts';

/** The identity that an ID token from Google asserts. */
export interface GoogleIdentity {
  /** Google's permanent account id; the address may change hands. */
  readonly subject: string;
  readonly email: string;
  /** Google itself issues the address (Gmail, Workspace), so only its holder can get such a token. */
  readonly isAuthority: boolean;
  readonly picture: string | null;
  /** SHA-256 of the signed part, so that a token is recognised however its signature is spelled. */
  readonly digest: string;
  readonly usableUntil: Instant;
}

/**
 * Verifies an ID token from Google (OpenID Connect Core §3.1.3.7; RFC 8725).
 * @throws AppError `google.invalid` (401), `google.unavailable` (503)
 */
export type VerifyGoogleCredential = (credential: string, nonce: string | undefined) => Promise<GoogleIdentity>;

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
const SKEW = seconds(30);
/** Google's tokens live for an hour. A limit of our own bounds the table of used ones. */
const OLDEST = hours(2);
/** Checked as text, so that no decoder has to be lenient. */
const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
const SUBJECT = /^[\x21-\x7e]{1,255}$/; // at most 255 ASCII characters (OpenID Connect Core §2)

/** Names the claim that is wrong; jose's errors have the same member. */
export class GoogleTokenFlaw extends Error {
  readonly claim: string;

  constructor(claim: string) {
    super(claim);
    this.claim = claim;
  }
}

interface VerifierDeps {
  readonly clientId: string;
  readonly keys: GoogleKeys;
  readonly clock: Clock;
}

export function googleVerifier(deps: VerifierDeps): VerifyGoogleCredential {
  return async (credential, nonce) => {
    try {
      const claims = await signedClaims(credential, deps);
      return identityFrom(claims, deps.clientId, nonce, credential);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw new AppError('google.invalid', { cause });
    }
  };
}

async function signedClaims(credential: string, { clientId, keys, clock }: VerifierDeps): Promise<JWTPayload> {
  if (!COMPACT.test(credential)) throw new GoogleTokenFlaw('form');
  const { jwtVerify } = await import('jose/jwt/verify'); // loaded only when Google is configured
  const resolveKey = async ({ kid }: { kid?: string }) => {
    const key = typeof kid === 'string' ? await keys.find(kid) : undefined;
    if (key === undefined) throw new GoogleTokenFlaw('kid');
    return key;
  };
  const { payload, protectedHeader } = await jwtVerify(credential, resolveKey, {
    algorithms: ['RS256'],
    issuer: ISSUERS,
    audience: clientId,
    requiredClaims: ['exp', 'sub', 'email'],
    maxTokenAge: OLDEST / 1000,
    clockTolerance: SKEW / 1000,
    currentDate: new Date(clock.now()),
  });
  // Google signs other things with the same keys; they have another type (RFC 8725 §3.11).
  if (protectedHeader.typ !== undefined && protectedHeader.typ !== 'JWT') throw new GoogleTokenFlaw('typ');
  return payload;
}

/** The checks that jose leaves to its caller. */
function identityFrom(
  claims: JWTPayload,
  clientId: string,
  nonce: string | undefined,
  credential: string,
): GoogleIdentity {
  const { sub, email, iat = 0, exp = 0, picture } = claims;
  const canonical = typeof email === 'string' ? canonicalEmail(email) : undefined;
  // We must be the only audience.
  if (claims.aud !== clientId || (claims.azp ?? clientId) !== clientId) throw new GoogleTokenFlaw('aud');
  if (claims.email_verified !== true) throw new GoogleTokenFlaw('email_verified');
  if (typeof sub !== 'string' || !SUBJECT.test(sub)) throw new GoogleTokenFlaw('sub');
  // Both or neither. The nonce ties the token to the browser that asked for it; otherwise whoever injects a token of
  // another flow could leave it out.
  if (claims.nonce !== nonce) throw new GoogleTokenFlaw('nonce');
  if (canonical === undefined) throw new GoogleTokenFlaw('email');
  return {
    subject: sub,
    email: canonical,
    isAuthority: isAuthorityFor(canonical, claims.hd),
    picture: pictureFrom(picture),
    digest: hash('sha256', credential.slice(0, credential.lastIndexOf('.')), 'base64url'),
    usableUntil: instantAt(usableUntil(iat, exp)),
  };
}

const usableUntil = (iat: number, exp: number): Milliseconds => Math.min(seconds(exp), seconds(iat) + OLDEST) + SKEW;

/** `hd` is the Google Workspace domain; Google issues its addresses as it does Gmail's. */
function isAuthorityFor(email: string, hostedDomain: unknown): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return domain === 'gmail.com' || (typeof hostedDomain === 'string' && hostedDomain.toLowerCase() === domain);
}

/** Pages display it, so only from Google's own picture host. */
function pictureFrom(picture: unknown): string | null {
  const url = typeof picture === 'string' && picture.length <= 500 ? URL.parse(picture) : null;
  const fits = url?.protocol === 'https:' && url.hostname.endsWith('.googleusercontent.com') && url.port === '';
  return fits && url.username === '' && url.password === '' && url.href.length <= 500 ? url.href : null;
}
