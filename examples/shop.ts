import express, { type Express, type Request } from 'express';
import openid from 'express-openid-connect';

const { auth, requiresAuth } = openid;

export interface ShopOptions {
  /** `{SVC_PUBLIC_URL}/oidc`. */
  readonly issuer: string;
  /** The id of the application, and its secret. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** The shop's own origin. `{origin}/callback` is its redirect address, `{origin}` is where people land after signing out. */
  readonly origin: string;
  /** Encrypts the cookie that holds the shop's session. */
  readonly cookieSecret: string;
}

interface Person {
  readonly sub: string;
  readonly name?: string;
  readonly email?: string;
  readonly tenant?: string;
}

/** A shop whose customers sign in with their account at the federation. */
export function openShop({ issuer, clientId, clientSecret, origin, cookieSecret }: ShopOptions): Express {
  const shop = express();
  shop.disable('x-powered-by');
  shop.use(
    auth({
      issuerBaseURL: issuer,
      clientID: clientId,
      clientSecret,
      baseURL: origin,
      secret: cookieSecret,
      authRequired: false,
      idpLogout: true, // signing out of the shop asks whether to sign out of everything
      backchannelLogout: endedSignIns(),
      authorizationParams: { response_type: 'code', scope: 'openid profile email membership offline_access' },
    }),
  );
  shop.get('/', (request, response) => {
    const who = request.oidc.isAuthenticated() ? `Signed in as ${request.oidc.user?.sub}` : 'Not signed in';
    response.type('text/plain').send(who);
  });
  shop.get('/account', requiresAuth(), async (request, response) => {
    const person = await readPerson(issuer, request);
    if (person === undefined) return response.redirect('/login'); // the account was suspended, or signed out elsewhere
    return response.json(person);
  });
  return shop;
}

/**
 * The accounts service notifies `{origin}/backchannel-logout` of each sign-in that has ended, and the session here ends with it. A
 * shop with several processes, or one that may restart, must keep the ended ones in its database until its sessions have expired.
 */
function endedSignIns() {
  const ended = new Set<unknown>();
  return {
    onLogoutToken: (token: { sid?: unknown }) => void ended.add(token.sid), // verified by the library
    isLoggedOut: ({ oidc }: Request) => ended.has(oidc.idTokenClaims?.sid),
    onLogin: false,
  } as const;
}

/** The current data that the person shares with the shop; `undefined` once they have signed out of their account. */
async function readPerson(issuer: string, { oidc }: Request): Promise<Person | undefined> {
  const { accessToken } = oidc;
  if (accessToken === undefined) return undefined;
  const answer = accessToken.isExpired() ? undefined : await userInfo(issuer, accessToken.access_token);
  if (answer?.ok) return (await answer.json()) as Person;
  const renewed = await accessToken.refresh().catch(() => undefined);
  const again = renewed && (await userInfo(issuer, renewed.access_token));
  return again?.ok ? ((await again.json()) as Person) : undefined;
}

const userInfo = (issuer: string, token: string): Promise<Response> =>
  fetch(`${issuer}/userinfo`, { headers: { authorization: `Bearer ${token}` } });
