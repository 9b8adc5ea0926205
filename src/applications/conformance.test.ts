import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createLocalJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { startLogoutReceiver } from '../../test/support/logout-receiver.ts';
import {
  AFTERWARDS,
  AppBrowser,
  type AppDesk,
  type Asked,
  askFor,
  CALLBACK,
  enter,
  fetchFrom,
  ISSUER,
  openAppDesk,
  postForm,
  type RegisteredApp,
  registerApp,
  relyingParty,
  uidOf,
} from '../../test/support/relying-party.ts';
import { seconds } from '../kernel/durations.ts';

// What the modules of the OpenID Foundation's suite ask for and nothing else shows: docs/openid-conformance.md.

const SCOPE = 'openid profile email phone membership offline_access';

async function open(t: TestContext, members: Record<string, unknown> = {}) {
  const desk = await openAppDesk(t, { SVC_PRIVATE_ADDRESSES: '127.0.0.0/8' });
  const scopes = SCOPE.split(' ');
  const app = await registerApp(desk, { trusted: true, scopes, post_logout_redirect_uris: [AFTERWARDS], ...members });
  return { desk, app, config: await relyingParty(desk.service, app), browser: new AppBrowser(desk.service) };
}

const paramsOf = (url: string) => new URL(url).searchParams;

/** Trades the code of a callback as a program would that knows no more than the request. */
const trade = (config: client.Configuration, callback: string, asked: Asked) =>
  client.authorizationCodeGrant(config, new URL(callback), {
    pkceCodeVerifier: asked.verifier,
    expectedState: asked.state,
    expectedNonce: asked.nonce,
  });

test('what an ID token says is signed by the published key, and about this sign-in alone', async (t) => {
  const { desk, app, config, browser } = await open(t);
  const asked = await askFor(config);
  const { id_token = '' } = await trade(config, await browser.signIn(asked.url, desk.member), asked);
  const { body } = await desk.service.call('GET /.well-known/jwks.json');
  const { payload, protectedHeader } = await jwtVerify(id_token, createLocalJWKSet(body), { issuer: ISSUER, audience: app.id });
  assert.deepEqual([protectedHeader.alg, protectedHeader.kid], ['RS256', 'id-tokens-1']);
  assert.deepEqual([payload.sub, payload.nonce], [String(desk.memberId), asked.nonce]);
  assert.deepEqual([payload.email, payload.name], [undefined, undefined], 'claims of scopes are for userinfo');
});

test('requests come in any order, by GET or POST, with what is not known, and are answered', async (t) => {
  const { desk, config } = await open(t);
  const harmless = {
    display: 'popup',
    claims_locales: 'hr en',
    acr_values: 'urn:iskaznica:acr:2',
    claims: '{"userinfo":{"name":{"essential":true}}}',
    extra: 'foobar',
    scope: 'email openid address',
  };
  const asked = await askFor(config, harmless);
  const reversed = new URL(asked.url);
  reversed.search = new URLSearchParams([...reversed.searchParams].reverse()).toString();
  const callback = await new AppBrowser(desk.service).signIn(reversed.href, desk.member);
  const tokens = await trade(config, callback, asked);
  assert.equal(tokens.claims()?.acr, 'urn:iskaznica:acr:1', 'what was shown, not what was asked for');
  const info = await client.fetchUserInfo(config, tokens.access_token, String(desk.memberId));
  assert.deepEqual([info.email, info.address, info.name], ['ana@example.hr', undefined, undefined]);

  const posted = await askFor(config);
  const browser = new AppBrowser(desk.service);
  const fields = Object.fromEntries(paramsOf(posted.url));
  const led = await browser.submit('/oidc/auth', fields);
  assert.equal(led.status, 303, led.text);
  const page = await browser.go(String(led.headers.location));
  const decided = await browser.decide(page.url, desk.member);
  assert.equal(decided.body.state, 'done', decided.text);
  assert.ok(await trade(config, (await browser.go(decided.body.redirect_to)).url, posted));
});

test('what is not supported is said in the words of the protocol', async (t) => {
  const { desk, config } = await open(t);
  const errorOf = async (more: Record<string, string>, without?: string) => {
    const url = new URL((await askFor(config, more)).url);
    if (without !== undefined) url.searchParams.delete(without);
    return paramsOf((await new AppBrowser(desk.service).go(url.href)).url).get('error');
  };
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`;
  assert.equal(await errorOf({}, 'response_type'), 'invalid_request');
  assert.equal(await errorOf({ request: unsigned }), 'request_not_supported');
  assert.equal(await errorOf({ request_uri: 'https://trgovina.example.hr/zahtjev' }), 'request_uri_not_supported');
  assert.equal(await errorOf({ prompt: 'none login' }), 'invalid_request');
});

test('userinfo is answered by GET and POST, with the token in the header or in the body, and tells what scopes open', async (t) => {
  const { desk, app } = await open(t, { trusted: true });
  const { tokens } = await enter(desk, app, { more: { scope: SCOPE } });
  const { access_token } = tokens;
  const ask = async (method: 'GET' | 'POST', inBody: boolean) => {
    const answer = await fetchFrom(desk.service)(`${ISSUER}/userinfo`, {
      method,
      headers: inBody
        ? { 'content-type': 'application/x-www-form-urlencoded' }
        : { authorization: `Bearer ${access_token}` },
      ...(inBody ? { body: new URLSearchParams({ access_token }).toString() } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const byHeader = await ask('GET', false);
  assert.equal(byHeader.status, 200);
  assert.deepEqual((await ask('POST', false)).body, byHeader.body);
  assert.deepEqual((await ask('POST', true)).body, byHeader.body);
  assert.deepEqual(Object.keys(byHeader.body).sort(), [
    ...['email', 'email_verified', 'family_name', 'given_name', 'locale', 'memberships', 'name', 'role', 'sub'],
    ...['tenant', 'tenant_id', 'tier', 'updated_at'],
  ]);
  const less = await enter(desk, app, { more: { scope: 'openid email' } });
  const info = await client.fetchUserInfo(less.config, less.tokens.access_token, String(desk.memberId));
  assert.deepEqual(Object.keys(info).sort(), ['email', 'email_verified', 'sub']);
});

test('a sign-in is as old as max_age lets it be, and hints lead where they should', async (t) => {
  const { desk, app, config, browser } = await open(t);
  const { tokens } = await enter(desk, app, { browser });
  desk.service.clock.advance(seconds(5));
  const old = await browser.signIn((await askFor(config, { max_age: '10000' })).url, desk.member);
  assert.ok(paramsOf(old).has('code'));
  const young = await browser.go((await askFor(config, { max_age: '1', ui_locales: 'en hr' })).url);
  const details = await browser.send(`GET /oidc/interaction/${uidOf(young.url)}/details`);
  assert.equal(details.body.language, 'en hr');
  assert.equal((await browser.decide(young.url, desk.member)).body.state, 'reauthenticate');
  const silent = await askFor(config, { prompt: 'none', id_token_hint: tokens.id_token ?? '' });
  const again = await trade(config, await browser.signIn(silent.url, desk.member), silent);
  assert.deepEqual(
    [again.claims()?.sub, again.claims()?.auth_time],
    [tokens.claims()?.sub, tokens.claims()?.auth_time],
    'nobody has shown anything anew',
  );
});

test('half a minute later a code is still spent, and what it gave dies; a secret may be in the body', async (t) => {
  const { desk, app } = await open(t);
  const { config, callback, asked, tokens } = await enter(desk, app);
  desk.service.clock.advance(seconds(30));
  await assert.rejects(trade(config, callback, asked), /invalid_grant|unexpected HTTP response|response body/);
  assert.equal((await client.tokenIntrospection(config, tokens.access_token)).active, false);
  const inBody = { client_id: app.id, client_secret: app.secret ?? '', token: tokens.access_token };
  assert.deepEqual(await postForm(desk.service, '/introspect', inBody), { status: 200, body: { active: false } });
  assert.equal((await postForm(desk.service, '/introspect', { ...inBody, client_secret: 'isk_krivo' })).status, 401);
});

test('by form_post the answer comes in a form that a script of its own sends, and no other may run', async (t) => {
  const { desk, config, browser } = await open(t);
  const asked = await askFor(config, { response_mode: 'form_post' });
  const page = await browser.go(asked.url);
  const decided = await browser.decide(page.url, desk.member);
  const { answer } = await browser.go(decided.body.redirect_to);
  assert.equal(answer?.status, 200, answer?.text);
  assert.ok(answer?.text.includes(`action="${CALLBACK}"`), answer?.text);
  const policy = String(answer?.headers['content-security-policy']);
  assert.match(policy, /script-src 'sha256-[\w+/=]+'/);
  assert.match(policy, /frame-ancestors 'none'/);
  const fields = [...(answer?.text.matchAll(/name="(\w+)" value="([^"]*)"/g) ?? [])].map(([, name, value]) => [name, value]);
  const callback = `${CALLBACK}?${new URLSearchParams(fields as [string, string][])}`;
  assert.equal((await trade(config, callback, asked)).claims()?.sub, String(desk.memberId));
});

/** What an application may say when it sends people to sign out, and what they see: a question, or that it was said wrongly. */
async function signOuts(desk: AppDesk, app: RegisteredApp, browser: AppBrowser) {
  const { tokens } = await enter(desk, app, { browser });
  const { id_token = '' } = tokens;
  const [header, claims] = id_token.split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const back = { post_logout_redirect_uri: AFTERWARDS };
  const all = { id_token_hint: id_token, ...back, state: 'stanje' };
  return [
    ['everything', all, 200],
    ['no state', { id_token_hint: id_token, ...back }, 200],
    ['nothing', {}, 200],
    ['a state alone', { state: 'stanje' }, 200],
    ['no address to go back to', { id_token_hint: id_token, state: 'stanje' }, 200],
    ['an address without a hint', { ...back, state: 'stanje' }, 400],
    ['an address that is not registered', { ...all, post_logout_redirect_uri: 'https://lopov.example/' }, 400],
    ['a query added to the address', { ...all, post_logout_redirect_uri: `${AFTERWARDS}?a=b` }, 400],
    ['a hint that is unsigned', { ...all, id_token_hint: `${none}.${claims}.` }, 400],
    ['a hint of another signature', { ...all, id_token_hint: `${header}.${claims}.${'A'.repeat(342)}` }, 400],
    ['a hint that is none', { ...all, id_token_hint: 'nije-token' }, 400],
  ] as const;
}

test('signing out at an application is asked about here, whatever is left out, and refused where something is wrong', async (t) => {
  const { desk, app, browser } = await open(t);
  const discovery = (await desk.service.call('GET /oidc/.well-known/openid-configuration')).body;
  assert.equal(discovery.end_session_endpoint, `${ISSUER}/logout`);
  for (const [what, said, status] of await signOuts(desk, app, browser)) {
    const { answer, url } = await browser.go(`/oidc/logout?${new URLSearchParams(said)}`);
    assert.equal(answer?.status, status, `${what}: ${answer?.text}`);
    assert.ok(url.startsWith(`${ISSUER}/logout`), `${what}: nobody is sent anywhere yet`);
  }
  assert.equal((await desk.service.call('GET /api/auth/me', { token: desk.member })).status, 200, 'nor signed out');
});

test('who signs out at one application is signed out of it, and it is told by a logout token too', async (t) => {
  const receiver = await startLogoutReceiver(t);
  const { desk, app, browser } = await open(t, { backchannel_logout_uri: receiver.url });
  const { tokens } = await enter(desk, app, { browser });
  const hint = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: AFTERWARDS };
  const page = await browser.go(`/oidc/logout?${new URLSearchParams(hint)}`);
  const xsrf = /name="xsrf" value="(\w+)"/.exec(page.answer?.text ?? '')?.[1] ?? '';
  const out = await browser.submit('/oidc/logout/confirm', { xsrf, logout: 'yes' });
  assert.deepEqual([out.status, out.headers.location], [303, AFTERWARDS]);
  await desk.service.logouts.deliverDue();
  const [body] = receiver.bodies;
  const { body: keys } = await desk.service.call('GET /.well-known/jwks.json');
  const token = new URLSearchParams(body).get('logout_token') ?? '';
  const told = await jwtVerify(token, createLocalJWKSet(keys), {
    issuer: ISSUER,
    audience: app.id,
    typ: 'logout+jwt',
    currentDate: new Date(desk.service.clock.now()),
  });
  assert.deepEqual([told.payload.sid, told.payload.nonce], [tokens.claims()?.sid, undefined]);
  assert.equal(receiver.bodies.length, 1);
});
