import { ApiError, errorOf, NoAnswerError, noAnswer } from './api-error.ts';
import { publishedKeys } from './published-keys.ts';
import { type ServiceTokenOptions, serviceTokenKeeper } from './service-token.ts';
import { bytesOf, membersOf } from './token-parts.ts';
import { type SessionClaims, sessionOf, type VerifySession } from './verified-session.ts';

/**
 * Asks the accounts service about each token, so a revocation takes effect at the next request. Needs a registered service with
 * the scope `introspect`; tokens of other tenants are invalid.
 */
export function sessionByIntrospection(options: ServiceTokenOptions): VerifySession {
  const { baseUrl, fetch: fetchFrom = fetch } = options;
  const own = serviceTokenKeeper({ scopes: ['introspect'], ...options });
  const ask = async (token: string, bearer: string): Promise<Response> =>
    fetchFrom(`${baseUrl}/api/introspect`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    }).catch(noAnswer);
  return async (token) => {
    if (!LOOKS_LIKE_ONE.test(token) || token.length > LONGEST) return undefined;
    const bearer = await own.token();
    let answer = await ask(token, bearer);
    if (answer.status === 401) {
      own.forget(bearer); // ended, or its key was revoked
      answer = await ask(token, await own.token());
    }
    if (!answer.ok) throw await errorOf(answer);
    const { active, ...claims } = (await answer.json()) as SessionClaims & { active: boolean };
    return active ? sessionOf(claims) : undefined;
  };
}

export interface KeySetOptions {
  /** Origin of the accounts service, which is also the issuer. */
  readonly baseUrl: string;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

/**
 * Verifies signature, issuer and times with the published keys, without asking the service. Somebody who has signed out, was
 * suspended or has another role is accepted as the token says until it expires: for `SVC_ACCESS_TTL_MIN` (15) minutes at most.
 */
export function sessionByKeySet({ baseUrl, fetch: fetchFrom = fetch, now = Date.now }: KeySetOptions): VerifySession {
  const keys = publishedKeys({ address: `${baseUrl}/.well-known/jwks.json`, fetch: fetchFrom, now });
  return async (token) => {
    const [, header = '', payload = '', signature = ''] = (token.length <= LONGEST && LOOKS_LIKE_ONE.exec(token)) || [];
    const { alg, typ, kid } = membersOf(header);
    // RFC 8725 §3.1, §3.11: one algorithm, and no other kind of token is accepted.
    if (alg !== 'EdDSA' || typ !== 'at+jwt' || typeof kid !== 'string') return undefined;
    const key = await keys.find(kid);
    if (key === undefined) return undefined;
    const signed = new TextEncoder().encode(`${header}.${payload}`);
    if (!(await crypto.subtle.verify('Ed25519', key, bytesOf(signature), signed))) return undefined;
    const claims = membersOf(payload);
    const isOurs = claims.iss === baseUrl && claims.aud === baseUrl && claims.typ === 'access';
    const session = isOurs ? sessionOf(claims) : undefined;
    return session !== undefined && now() < session.expiresAt * 1000 ? session : undefined;
  };
}

const LONGEST = 2048;
const LOOKS_LIKE_ONE = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/;

/** Whether the caller should retry later rather than sign in. */
export const isAway = (error: unknown): boolean => error instanceof NoAnswerError || error instanceof ApiError;
