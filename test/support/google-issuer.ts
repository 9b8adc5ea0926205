import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { exportJWK, exportSPKI, type GenerateKeyPairResult, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { ManualClock } from './manual-clock.ts';

export const GOOGLE_CLIENT = '1234-test.apps.googleusercontent.com';

export interface GoogleClaims {
  readonly sub?: unknown;
  readonly email?: unknown;
  readonly [claim: string]: unknown;
}

export interface TokenOptions {
  /** Another key than the newest, by its id. */
  readonly kid?: string;
  /** What the header says instead. */
  readonly header?: Readonly<Record<string, unknown>>;
}

/** A stand-in for Google: a key set over real HTTP, and tokens signed by its keys. */
export interface GoogleIssuer {
  /** What a service needs to take its tokens. */
  readonly env: Readonly<Record<string, string>>;
  /** Requests for the key set so far. */
  fetches(): number;
  /** An ID token as Google makes it, at the time of `clock`. A claim that is `undefined` is left out. */
  token(clock: Pick<ManualClock, 'now'>, claims?: GoogleClaims, options?: TokenOptions): Promise<string>;
  /** A new key; the previous one stays published unless `dropping`. */
  rotate(options?: { dropping?: boolean }): Promise<string>;
  /** A signing key that is not published. */
  forge(): Promise<string>;
  /** The newest public key as PEM, for algorithm confusion attacks. */
  publicPem(): Promise<string>;
  /** Overrides the key set response; `undefined` restores it. */
  answerWith(answer: Answer | undefined): void;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export async function startGoogleIssuer(t: TestContext, maxAge = 3600): Promise<GoogleIssuer> {
  const signing = new Map<string, GenerateKeyPairResult>();
  const published = new Map<string, JWK>();
  let newest = '';
  let asked = 0;
  let special: Answer | undefined;

  const makeKey = async (kid: string): Promise<JWK> => {
    const pair = await generateKeyPair('RS256', { extractable: true });
    signing.set(kid, pair);
    return { ...(await exportJWK(pair.publicKey)), kid, use: 'sig', alg: 'RS256' };
  };
  const rotate: GoogleIssuer['rotate'] = async ({ dropping = false } = {}) => {
    const kid = `key-${signing.size + 1}`;
    const jwk = await makeKey(kid);
    if (dropping) published.clear();
    published.set(kid, jwk);
    newest = kid;
    return kid;
  };
  await rotate();

  const server = createServer((request, response) => {
    asked++;
    if (special !== undefined) return special(request, response);
    response.setHeader('content-type', 'application/json');
    response.setHeader('cache-control', `public, max-age=${maxAge}, must-revalidate`);
    return response.end(JSON.stringify({ keys: [...published.values()] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;

  return {
    env: { SVC_GOOGLE_CLIENT_ID: GOOGLE_CLIENT, SVC_GOOGLE_KEYS_URL: `http://127.0.0.1:${port}/certs` },
    fetches: () => asked,
    token: (clock, claims = {}, { kid = newest, header = {} } = {}) => {
      const now = Math.floor(clock.now() / 1000);
      const payload = { ...usualClaims(now), jti: crypto.randomUUID(), ...claims };
      const signer = new SignJWT(JSON.parse(JSON.stringify(payload)));
      const key = signing.get(kid)?.privateKey;
      if (key === undefined) throw new Error(`There is no key ${kid}`);
      return signer
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT', ...header })
        .sign(key, { crit: { 'test-extension': true } });
    },
    rotate,
    forge: async () => {
      const kid = `forged-${signing.size + 1}`;
      await makeKey(kid);
      return kid;
    },
    publicPem: () => exportSPKI((signing.get(newest) as GenerateKeyPairResult).publicKey),
    answerWith: (answer) => {
      special = answer;
    },
  };
}

const usualClaims = (now: number) => ({
  iss: 'https://accounts.google.com',
  azp: GOOGLE_CLIENT,
  aud: GOOGLE_CLIENT,
  sub: '104857600000000000001',
  email: 'ana@gmail.com',
  email_verified: true,
  picture: 'https://lh3.googleusercontent.com/a/ana=s96-c',
  iat: now,
  nbf: now - 300,
  exp: now + 3600,
});
