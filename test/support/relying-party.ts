import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import * as client from 'openid-client';
import { type Answer, startTestService, type TestService } from './test-service.ts';

const PUBLIC_URL = 'http://127.0.0.1:8080';
export const ISSUER = `${PUBLIC_URL}/oidc`;
export const CALLBACK = 'https://trgovina.example.hr/povratak';
export const AFTERWARDS = 'https://trgovina.example.hr/dovidenja';

const publicUrlOf = ({ settings }: TestService): string => settings.server.publicUrl;

/** A service with an application that people sign in to. */
const PAGE = '/prijava-u-aplikaciju';

export const uidOf = (pageUrl: string): string => new URL(pageUrl).searchParams.get('uid') ?? '';

export interface AppFixture {
  readonly service: TestService;
  /** The tokens of a superadmin, and of a member of the first tenant. */
  readonly boss: string;
  readonly member: string;
  readonly memberId: number;
}

/** Starts the service's clock at the real time, since libraries use the system's clock. */
export async function openAppFixture(t: TestContext, env: Record<string, string> = {}): Promise<AppFixture> {
  const service = await startTestService(t, env, { now: Date.now() });
  await service.addPerson({ email: 'gazda@example.hr', role: 'superadmin' });
  const { id: memberId } = await service.addPerson({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Čavić' });
  const boss = await service.tokenOf('gazda@example.hr');
  const member = await service.tokenOf('ana@example.hr');
  return { service, boss, member, memberId };
}

export interface RegisteredApp {
  readonly id: string;
  readonly secret: string | undefined;
}

export async function registerApp(
  { service, boss }: Pick<AppFixture, 'service' | 'boss'>,
  members: Record<string, unknown> = {},
): Promise<RegisteredApp> {
  const body = { name: 'Trgovina', kind: 'web', redirect_uris: [CALLBACK], ...members };
  const made = await service.call('POST /api/admin/applications', { token: boss, body });
  assert.equal(made.status, 201, made.text);
  const { id, keeps_secret } = made.body;
  if (!keeps_secret) return { id, secret: undefined };
  const secret = await service.call(`POST /api/admin/applications/${id}/secret`, { token: boss });
  assert.equal(secret.status, 200, secret.text);
  await service.audit.forget();
  return { id, secret: secret.body.client_secret };
}

/** `fetch` that comes in through the front door. */
export const fetchFrom =
  (service: TestService) =>
  async (url: string | URL, init: { method?: string; headers?: unknown; body?: unknown } = {}): Promise<Response> => {
    const { pathname, search } = new URL(url);
    const answer = await service.server.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: `${pathname}${search}`,
      headers: Object.fromEntries(new Headers(init.headers as Record<string, string>)),
      ...(init.body === undefined || init.body === null ? {} : { payload: String(init.body) }),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) if (value !== undefined) headers.set(name, `${value}`);
    return new Response(answer.body === '' ? null : answer.body, { status: answer.statusCode, headers });
  };

/** An application built with `openid-client`. */
export async function relyingParty(service: TestService, app: RegisteredApp): Promise<client.Configuration> {
  const auth = app.secret === undefined ? client.None() : client.ClientSecretBasic(app.secret);
  return client.discovery(new URL(`${publicUrlOf(service)}/oidc`), app.id, undefined, auth, {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: fetchFrom(service),
  });
}

/** A browser that keeps cookies and follows redirects until it leaves the service or arrives at a page. */
export class AppBrowser {
  readonly #service: TestService;
  readonly #cookies = new Map<string, { value: string; path: string }>();

  constructor(service: TestService) {
    this.#service = service;
  }

  async send(target: string, call: { token?: string; body?: unknown; headers?: Record<string, string> } = {}) {
    const path = target.split(' ')[1] ?? '';
    const answer = await this.#service.call(target, {
      ...call,
      headers: { ...this.#cookiesFor(path), ...call.headers },
    });
    this.#keep(answer);
    return answer;
  }

  /** Where the browser ends up. */
  async go(url: string): Promise<{ url: string; answer: Answer | undefined }> {
    const publicUrl = publicUrlOf(this.#service);
    for (let at = new URL(url, publicUrl), hops = 0; hops < 10; hops++) {
      if (at.origin !== publicUrl || at.pathname === PAGE) return { url: at.href, answer: undefined };
      const answer = await this.send(`GET ${at.pathname}${at.search}`);
      const { location } = answer.headers;
      if (typeof location !== 'string') return { url: at.href, answer };
      at = new URL(location, at);
    }
    throw new Error('Too many redirects');
  }

  /** From the application's address to its callback, with everything a person does on the way. */
  async signIn(url: string, token: string, { consent = true } = {}): Promise<string> {
    const first = await this.go(url);
    if (!first.url.includes(PAGE)) return first.url;
    const decided = await this.decide(first.url, token, consent);
    assert.equal(decided.body.state, 'done', decided.text);
    return (await this.go(decided.body.redirect_to)).url;
  }

  async decide(pageUrl: string, token: string, consent?: boolean): Promise<Answer> {
    const uid = uidOf(pageUrl);
    const { shown } = consent ? (await this.send(`GET /oidc/interaction/${uid}/details`)).body : {};
    const body = consent === undefined ? {} : { consent, ...(shown === undefined ? {} : { shown }) };
    return this.send(`POST /oidc/interaction/${uid}`, { token, body });
  }

  /** Sends the form of a page. */
  async submit(path: string, fields: Record<string, string>): Promise<Answer> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.send(`POST ${path}`, { body: new URLSearchParams(fields).toString(), headers });
  }

  #cookiesFor(path: string): Record<string, string> {
    const fitting = [...this.#cookies].filter(
      ([, { path: of }]) => path === of || path.startsWith(`${of}/`) || path.startsWith(`${of}?`) || of === '/',
    );
    return fitting.length === 0
      ? {}
      : { cookie: fitting.map(([key, { value }]) => `${key.split('@')[0]}=${value}`).join('; ') };
  }

  #keep({ headers }: Answer): void {
    const set = headers['set-cookie'];
    for (const line of Array.isArray(set) ? set : typeof set === 'string' ? [set] : []) {
      const [pair = '', ...attributes] = line.split(/; */);
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
      const isGone = value === '' || attributes.some((attribute) => /^expires=thu, 01 jan 1970/i.test(attribute));
      if (isGone) this.#cookies.delete(`${name}@${path}`);
      else this.#cookies.set(`${name}@${path}`, { value, path });
    }
  }
}

export interface Asked {
  readonly url: string;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

export async function askFor(config: client.Configuration, more: Record<string, string> = {}): Promise<Asked> {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const nonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...more,
  });
  return { url: url.href, verifier, state, nonce };
}

/** Runs the whole flow, up to the tokens. */
export async function enter(
  { service, member }: AppFixture,
  app: RegisteredApp,
  { browser = new AppBrowser(service), token = member, more = {} as Record<string, string> } = {},
) {
  const config = await relyingParty(service, app);
  const asked = await askFor(config, more);
  const callback = await browser.signIn(asked.url, token);
  const checks = { pkceCodeVerifier: asked.verifier, expectedState: asked.state, expectedNonce: asked.nonce };
  const tokens = await client.authorizationCodeGrant(config, new URL(callback), checks);
  return { config, asked, callback, checks, tokens, browser };
}

/** A form to the provider from an application without a secret. */
export async function postForm(service: TestService, path: string, fields: Record<string, string>) {
  const answer = await fetchFrom(service)(`${ISSUER}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, string> };
}

/** Lets a device in, as the page does: by what it has shown. */
export async function decideDevice(
  service: TestService,
  token: string,
  user_code: string | undefined,
  allow = true,
): Promise<Answer> {
  const path = 'POST /api/users/me/applications/device';
  const { shown } = (await service.call(path, { token, body: { user_code } })).body;
  const body = { user_code, allow, ...(shown === undefined ? {} : { shown }) };
  return service.call(`${path}/decision`, { token, body });
}

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** A device without a browser, as RFC 8628 has it. */
export function deviceOf(service: TestService, client_id: string) {
  return {
    ask: async (scope = 'openid profile') => (await postForm(service, '/device/auth', { client_id, scope })).body,
    poll: (device_code = '') => postForm(service, '/token', { grant_type: DEVICE_GRANT, client_id, device_code }),
  };
}
