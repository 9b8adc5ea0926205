import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createLocalJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import {
  AppBrowser,
  type Asked,
  askFor,
  CALLBACK,
  DEVICE_GRANT,
  enter,
  fetchFrom,
  ISSUER,
  openAppFixture,
  postForm,
  registerApp,
  relyingParty,
  uidOf,
} from '../../../test/support/relying-party.ts';
import { seconds } from '../../platform/kernel/durations.ts';

// What the modules of the OpenID Foundation's suite ask for and nothing else shows: docs/openid-conformance.md.

const SCOPE = 'openid profile email phone membership offline_access';

async function open(t: TestContext) {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { trusted: true, scopes: SCOPE.split(' ') });
  return { fixture, app, config: await relyingParty(fixture.service, app), browser: new AppBrowser(fixture.service) };
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
  const { fixture, app, config, browser } = await open(t);
  const asked = await askFor(config);
  const { id_token = '' } = await trade(config, await browser.signIn(asked.url, fixture.member), asked);
  const { body } = await fixture.service.call('GET /.well-known/jwks.json');
  const { payload, protectedHeader } = await jwtVerify(id_token, createLocalJWKSet(body), {
    issuer: ISSUER,
    audience: app.id,
  });
  assert.equal(protectedHeader.alg, 'RS256');
  assert.match(protectedHeader.kid ?? '', /^id-tokens-[\da-f]{10}$/);
  assert.deepEqual([payload.sub, payload.nonce], [String(fixture.memberId), asked.nonce]);
  assert.deepEqual([payload.email, payload.name], [undefined, undefined], 'claims of scopes are for userinfo');
});

test('requests come in any order, by GET or POST, with what is not known, and are answered', async (t) => {
  const { fixture, config } = await open(t);
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
  const callback = await new AppBrowser(fixture.service).signIn(reversed.href, fixture.member);
  const tokens = await trade(config, callback, asked);
  assert.equal(tokens.claims()?.acr, 'urn:iskaznica:acr:1', 'what was shown, not what was asked for');
  const info = await client.fetchUserInfo(config, tokens.access_token, String(fixture.memberId));
  assert.deepEqual([info.email, info.address, info.name], ['ana@example.hr', undefined, undefined]);

  const whole = await askFor(config, { display: 'page' });
  assert.ok(paramsOf(await new AppBrowser(fixture.service).signIn(whole.url, fixture.member)).has('code'));

  const posted = await askFor(config);
  const browser = new AppBrowser(fixture.service);
  const fields = Object.fromEntries(paramsOf(posted.url));
  const led = await browser.submit('/oidc/auth', fields);
  assert.equal(led.status, 303, led.text);
  const page = await browser.go(String(led.headers.location));
  const decided = await browser.decide(page.url, fixture.member);
  assert.equal(decided.body.state, 'done', decided.text);
  assert.ok(await trade(config, (await browser.go(decided.body.redirect_to)).url, posted));
});

test('what is not supported is said in the words of the protocol', async (t) => {
  const { fixture, config } = await open(t);
  const errorOf = async (more: Record<string, string>, without?: string) => {
    const url = new URL((await askFor(config, more)).url);
    if (without !== undefined) url.searchParams.delete(without);
    return paramsOf((await new AppBrowser(fixture.service).go(url.href)).url).get('error');
  };
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`;
  assert.equal(await errorOf({}, 'response_type'), 'invalid_request');
  assert.equal(await errorOf({ request: unsigned }), 'request_not_supported');
  assert.equal(await errorOf({ request_uri: 'https://trgovina.example.hr/zahtjev' }), 'request_uri_not_supported');
  assert.equal(await errorOf({ prompt: 'none login' }), 'invalid_request');
});

test('userinfo is answered by GET and POST, with the token in the header or in the body, and tells what scopes open', async (t) => {
  const { fixture, app } = await open(t);
  const own = await fixture.service.call('PUT /api/auth/me', {
    token: fixture.member,
    body: { telefon: '+385 91 234 5678' },
  });
  assert.equal(own.status, 200, own.text);
  const { tokens } = await enter(fixture, app, { more: { scope: SCOPE } });
  const { access_token } = tokens;
  const ask = async (method: 'GET' | 'POST', inBody: boolean) => {
    const answer = await fetchFrom(fixture.service)(`${ISSUER}/userinfo`, {
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
  assert.deepEqual(
    Object.keys(byHeader.body).sort(),
    [
      ...['email', 'email_verified', 'family_name', 'given_name', 'locale', 'memberships', 'name', 'role', 'sub'],
      ...['phone_number', 'phone_number_verified', 'tenant', 'tenant_id', 'tier', 'updated_at'],
    ].sort(),
  );
  assert.deepEqual([byHeader.body.phone_number, byHeader.body.phone_number_verified], [own.body.telefon, false]);
  const less = await enter(fixture, app, { more: { scope: 'openid email' } });
  const info = await client.fetchUserInfo(less.config, less.tokens.access_token, String(fixture.memberId));
  assert.deepEqual(Object.keys(info).sort(), ['email', 'email_verified', 'sub']);
});

test('a sign-in is as old as max_age lets it be, and hints lead where they should', async (t) => {
  const { fixture, app, config, browser } = await open(t);
  const { tokens } = await enter(fixture, app, { browser });
  fixture.service.clock.advance(seconds(5));
  const old = await browser.signIn((await askFor(config, { max_age: '10000' })).url, fixture.member);
  assert.ok(paramsOf(old).has('code'));
  const elsewhere = new AppBrowser(fixture.service);
  const young = await elsewhere.go((await askFor(config, { max_age: '1', ui_locales: 'en hr' })).url);
  const details = await elsewhere.send(`GET /oidc/interaction/${uidOf(young.url)}/details`);
  assert.equal(details.body.language, 'en hr', details.text);
  assert.equal((await elsewhere.decide(young.url, fixture.member)).body.state, 'reauthenticate');
  const silent = await askFor(config, { prompt: 'none', id_token_hint: tokens.id_token ?? '' });
  const again = await trade(config, await browser.signIn(silent.url, fixture.member), silent);
  assert.deepEqual(
    [again.claims()?.sub, again.claims()?.auth_time],
    [tokens.claims()?.sub, tokens.claims()?.auth_time],
    'nobody has shown anything anew',
  );
});

test('half a minute later a code is still spent, and what it gave dies; a secret may be in the body', async (t) => {
  const { fixture, app } = await open(t);
  const { config, callback, asked, tokens } = await enter(fixture, app);
  fixture.service.clock.advance(seconds(30));
  await assert.rejects(trade(config, callback, asked), /invalid_grant|unexpected HTTP response|response body/);
  assert.equal((await client.tokenIntrospection(config, tokens.access_token)).active, false);
  const inBody = { client_id: app.id, client_secret: app.secret ?? '', token: tokens.access_token };
  assert.deepEqual(await postForm(fixture.service, '/introspect', inBody), { status: 200, body: { active: false } });
  assert.equal((await postForm(fixture.service, '/introspect', { ...inBody, client_secret: 'isk_krivo' })).status, 401);

  const next = await askFor(config);
  const code = paramsOf(await new AppBrowser(fixture.service).signIn(next.url, fixture.member)).get('code') ?? '';
  const { token: _, ...credentials } = inBody;
  const grant = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: next.verifier };
  const wrong = await postForm(fixture.service, '/token', { ...grant, ...credentials, client_secret: 'isk_krivo' });
  assert.deepEqual([wrong.status, wrong.body.error], [401, 'invalid_client']);
  const given = await postForm(fixture.service, '/token', { ...grant, ...credentials });
  assert.deepEqual([given.status, given.body.token_type], [200, 'Bearer']);
});

test('by form_post the answer comes in a form that a script of its own sends, and no other may run', async (t) => {
  const { fixture, config, browser } = await open(t);
  const asked = await askFor(config, { response_mode: 'form_post' });
  const page = await browser.go(asked.url);
  const decided = await browser.decide(page.url, fixture.member);
  const { answer } = await browser.go(decided.body.redirect_to);
  const text = answer?.text ?? '';
  assert.equal(answer?.status, 200, text);
  assert.ok(text.includes(`action="${CALLBACK}"`), text);
  const policy = String(answer?.headers['content-security-policy']);
  assert.match(policy, /script-src 'none' 'sha256-[\w+/=]{44}';/);
  assert.match(policy, /frame-ancestors 'none'/);
  const callback = new URL(CALLBACK);
  for (const [name, value] of fieldsOf(text)) callback.searchParams.set(name, value);
  assert.equal((await trade(config, callback.href, asked)).claims()?.sub, String(fixture.memberId));

  const silent = await askFor(config, { response_mode: 'form_post', prompt: 'none' });
  const { answer: refused } = await new AppBrowser(fixture.service).go(silent.url);
  const told = new Map(fieldsOf(refused?.text ?? ''));
  assert.deepEqual(
    [refused?.status, told.get('error'), told.get('state'), told.get('iss'), told.get('code')],
    [400, 'login_required', silent.state, ISSUER, undefined], // browsers send the form of a refusal all the same
  );
  assert.match(String(refused?.headers['content-security-policy']), /script-src 'none' 'sha256-[\w+/=]{44}';/);
});

const fieldsOf = (html: string): [string, string][] =>
  [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]);

test('discovery tells all that there is, and nothing else', async (t) => {
  const { fixture } = await open(t);
  const { body } = await fixture.service.call('GET /oidc/.well-known/openid-configuration');
  assert.deepEqual(body, {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/auth`,
    device_authorization_endpoint: `${ISSUER}/device/auth`,
    token_endpoint: `${ISSUER}/token`,
    userinfo_endpoint: `${ISSUER}/userinfo`,
    introspection_endpoint: `${ISSUER}/introspect`,
    revocation_endpoint: `${ISSUER}/revoke`,
    end_session_endpoint: `${ISSUER}/logout`,
    jwks_uri: `${ISSUER}/jwks`,
    acr_values_supported: ['urn:iskaznica:acr:1', 'urn:iskaznica:acr:2'],
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_session_supported: true,
    backchannel_logout_supported: true,
    claim_types_supported: ['normal'],
    claims_parameter_supported: false,
    claims_supported: [
      ...['sub', 'auth_time', 'acr', 'amr', 'name', 'given_name', 'family_name', 'locale', 'updated_at', 'email'],
      ...['email_verified', 'phone_number', 'phone_number_verified', 'tenant_id', 'tenant', 'role', 'tier'],
      ...['memberships', 'oib', 'oib_verified', 'sid', 'iss'],
    ],
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code', 'refresh_token', DEVICE_GRANT, 'client_credentials'],
    id_token_signing_alg_values_supported: ['RS256'],
    request_uri_parameter_supported: false,
    response_modes_supported: ['form_post', 'fragment', 'query'],
    response_types_supported: ['code'],
    scopes_supported: ['openid', 'offline_access', 'profile', 'email', 'phone', 'membership', 'oib'],
    subject_types_supported: ['public', 'pairwise'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  });
});
