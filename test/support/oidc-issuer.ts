import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { ManualClock } from './manual-clock.ts';

export const OIDC_CLIENT = 'iskaznica';
export const OIDC_SECRET = 'tajna-klijenta-4711';
/** What a service needs to reach it. */
export const OIDC_ENV = { SVC_PRIVATE_ADDRESSES: '127.0.0.1' };

export interface OidcClaims {
  readonly sub?: unknown;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly [claim: string]: unknown;
}

/** Faults and other deviations of an issuer. */
export interface OidcHabits {
  /** Claims of the ID token instead of the usual ones; `undefined` leaves one out. */
  readonly claims?: OidcClaims;
  /** How the ID token is signed: by an unpublished key, by the client secret, or not at all. */
  readonly signing?: 'forged' | 'HS256' | 'none';
  /** `iss` of the answer that the browser carries back (RFC 9207); `null` leaves it out. */
  readonly iss?: string | null;
  /** The browser comes back with this error. */
  readonly error?: string;
  /** Claims given only at the userinfo endpoint. */
  readonly userinfo?: OidcClaims;
  /** A code may be redeemed again. */
  readonly forgetful?: boolean;
  /** Members of the discovery document instead of the usual ones. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

interface Granted {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
  spent: boolean;
}

/** An OpenID Connect issuer over real HTTP, with every flaw on request. */
export interface OidcIssuer {
  readonly issuer: string;
  /** Paths asked for so far. */
  readonly asked: string[];
  habits: OidcHabits;
  /** Agrees at this address, as the person does; returns where the browser is sent back to. */
  agree(address: string): string;
  /** Replaces the key. */
  rotate(): Promise<void>;
  /** Answers a path in another way; `undefined` restores it. */
  answerWith(path: string, answer: Answer | undefined): void;
}

export async function startOidcIssuer(t: TestContext, clock: Pick<ManualClock, 'now'>): Promise<OidcIssuer> {
  const forged = await generateKeyPair('RS256', { extractable: true });
  let key = await generateKeyPair('RS256', { extractable: true });
  let kid = 1;
  const granted = new Map<string, Granted>();
  const special = new Map<string, Answer>();
  const asked: string[] = [];
  let issuer = '';

  const send = (response: ServerResponse, status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://issuer');
    asked.push(pathname);
    const otherwise = special.get(pathname);
    if (otherwise !== undefined) return otherwise(request, response);
    void answer(pathname, request, response).catch((error: unknown) => send(response, 500, { error: String(error) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (path === '/.well-known/openid-configuration')
      return send(response, 200, { ...usualMetadata(), ...self.habits.metadata });
    if (path === '/jwks') {
      const jwk = { ...(await exportJWK(key.publicKey)), kid: `key-${kid}`, use: 'sig', alg: 'RS256' };
      return send(response, 200, { keys: [jwk] });
    }
    if (path === '/userinfo') return send(response, 200, { sub: usualSubject, ...self.habits.userinfo });
    if (path === '/token') return redeem(new URLSearchParams(await text(request)), request, response);
    return send(response, 404, { error: 'not_found' });
  }

  const usualMetadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  });

  async function redeem(sent: URLSearchParams, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const basic = (request.headers.authorization ?? '').replace('Basic ', '');
    const [id, secret] = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent);
    if (id !== OIDC_CLIENT || secret !== OIDC_SECRET) return send(response, 401, { error: 'invalid_client' });
    const grant = granted.get(sent.get('code') ?? '');
    const verifier = hash('sha256', sent.get('code_verifier') ?? '', 'base64url');
    const isRight = grant?.challenge === verifier && grant.redirectUri === sent.get('redirect_uri');
    if (grant === undefined || !isRight || (grant.spent && !self.habits.forgetful))
      return send(response, 400, { error: 'invalid_grant' });
    grant.spent = true;
    const id_token = await idToken(grant.nonce);
    return send(response, 200, { access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token });
  }

  async function idToken(nonce: string): Promise<string> {
    const now = Math.floor(clock.now() / 1000);
    const usual = { ...usualClaims, iss: issuer, aud: OIDC_CLIENT, nonce, iat: now, exp: now + 300 };
    const claims = JSON.parse(JSON.stringify({ ...usual, ...self.habits.claims }));
    if (self.habits.signing === 'none') return new UnsecuredJWT(claims).encode();
    if (self.habits.signing === 'HS256')
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(OIDC_SECRET.repeat(2)));
    const by: GenerateKeyPairResult = self.habits.signing === 'forged' ? forged : key;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: `key-${kid}` }).sign(by.privateKey);
  }

  const self: OidcIssuer = {
    issuer,
    asked,
    habits: {},
    agree: (address) => {
      const { searchParams: wanted } = new URL(address);
      const redirectUri = wanted.get('redirect_uri') ?? '';
      const code = crypto.randomUUID();
      granted.set(code, {
        nonce: wanted.get('nonce') ?? '',
        challenge: wanted.get('code_challenge') ?? '',
        redirectUri,
        spent: false,
      });
      const { error, iss = issuer } = self.habits;
      const back = new URL(redirectUri);
      back.searchParams.set('state', wanted.get('state') ?? '');
      if (error === undefined) back.searchParams.set('code', code);
      else back.searchParams.set('error', error);
      if (iss !== null) back.searchParams.set('iss', iss);
      return back.href;
    },
    rotate: async () => {
      key = await generateKeyPair('RS256', { extractable: true });
      kid++;
    },
    answerWith: (path, otherwise) => {
      if (otherwise === undefined) special.delete(path);
      else special.set(path, otherwise);
    },
  };
  return self;
}

const usualSubject = '248289761001';
const usualClaims = { sub: usualSubject, email: 'ana@klub.hr', email_verified: true };
