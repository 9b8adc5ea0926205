// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import {
  AFTERWARDS,
  AppBrowser,
  askFor,
  CALLBACK,
  DEVICE_GRANT,
  enter,
  fetchFrom,
  ISSUER,
  openAppFixture,
  registerApp,
  relyingParty,
  uidOf,
} from '../../../test/support/relying-party.ts';
import { rotateKeys } from '../../platform/keys/rotate-keys.ts';

const ALL = ['profile', 'email', 'phone', 'membership', 'offline_access'];

test('without an application there is no provider; with the first there is, with a key of its own', async (t) => {
  const { service, boss } = await openAppFixture(t);
  const discovery = 'GET /oidc/.well-known/openid-configuration';
  const off = await service.call(discovery);
  assert.deepEqual([off.status, off.body.code], [404, 'applications.off']);
  const keysOf = async () => (await service.call('GET /.well-known/jwks.json')).body.keys;
  assert.deepEqual(
    (await keysOf()).map(({ alg }: { alg: string }) => alg),
    ['EdDSA'],
  );
  await registerApp({ service, boss });
  const { body } = await service.call(discovery);
  assert.deepEqual(
    [body.issuer, body.token_endpoint, body.jwks_uri, body.code_challenge_methods_supported],
    [ISSUER, `${ISSUER}/token`, `${ISSUER}/jwks`, ['S256']],
  );
  assert.deepEqual(
    [body.response_types_supported, body.id_token_signing_alg_values_supported, body.grant_types_supported],
    [['code'], ['RS256'], ['authorization_code', 'refresh_token', DEVICE_GRANT, 'client_credentials']],
  );
  const [, rsa] = await keysOf();
  assert.deepEqual([rsa.kty, rsa.alg, rsa.d], ['RSA', 'RS256', undefined]);
  assert.match(rsa.kid, /^id-tokens-[0-9a-f]{10}$/);
});

test('openid-client: sign in, read, refresh, ask, revoke', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, memberId } = fixture;
  const app = await registerApp(fixture, { scopes: ALL });
  const { config, tokens } = await enter(fixture, app, { more: { scope: `openid ${ALL.join(' ')}` } });
  const claims = tokens.claims();
  assert.deepEqual(
    [claims?.sub, claims?.iss, claims?.aud, claims?.amr, claims?.acr],
    [String(memberId), ISSUER, app.id, ['pwd'], 'urn:iskaznica:acr:1'],
  );
  assert.ok(Math.abs(Number(claims?.auth_time) - service.clock.now() / 1000) < 60);
  const info = await client.fetchUserInfo(config, tokens.access_token, String(memberId));
  const membership = { tenant_id: 1, tenant: 'Savez', role: 'member', tier: 3 };
  assert.deepEqual([info.email, info.role, info.memberships], ['ana@example.hr', 'member', [membership]]);
  assert.deepEqual(await service.audit.actions(), ['application.consent', 'application.enter']);
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  assert.notEqual(renewed.refresh_token, tokens.refresh_token);
  const asked = await client.tokenIntrospection(config, renewed.access_token);
  assert.deepEqual([asked.active, asked.sub, asked.client_id], [true, String(memberId), app.id]);
  await client.tokenRevocation(config, renewed.refresh_token ?? '');
  assert.equal((await client.tokenIntrospection(config, renewed.access_token)).active, false);
  await assert.rejects(client.refreshTokenGrant(config, renewed.refresh_token ?? ''));
});

test('openid-client: signing out at the application ends the sign-in here, if the person says so', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { post_logout_redirect_uris: [AFTERWARDS] });
  const { config, tokens, browser } = await enter(fixture, app);
  await fixture.service.audit.forget();
  const hint = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: AFTERWARDS, state: 'zbogom' };
  const { href } = client.buildEndSessionUrl(config, hint);
  const page = await browser.go(href);
  const xsrf = /name="xsrf" value="(\w+)"/.exec(page.answer?.text ?? '')?.[1] ?? '';
  assert.match(String(page.answer?.headers['content-security-policy']), /form-action 'self' https:\/\/trgovina/);
  assert.equal(
    (await new AppBrowser(fixture.service).submit('/oidc/logout/confirm', { xsrf, logout: 'yes' })).status,
    400,
  );
  assert.equal((await client.tokenIntrospection(config, tokens.access_token)).active, true);
  const out = await browser.submit('/oidc/logout/confirm', { xsrf, logout: 'yes' });
  assert.deepEqual([out.status, out.headers.location], [303, `${AFTERWARDS}?state=zbogom`]);
  assert.deepEqual(await fixture.service.audit.actions(), ['logout']);
  assert.equal((await client.tokenIntrospection(config, tokens.access_token)).active, false);
  assert.equal((await fixture.service.call('GET /api/auth/me', { token: fixture.member })).body.code, 'auth.revoked');
});

test('oauth4webapi: a page without a secret signs in with PKCE, from its own origin alone', async (t) => {
  const fixture = await openAppFixture(t);
  const { id } = await registerApp(fixture, { kind: 'spa', scopes: ['email', 'offline_access'] });
  const options = { [oauth.allowInsecureRequests]: true, [oauth.customFetch]: fetchFrom(fixture.service) };
  const issuer = new URL(ISSUER);
  const found = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oidc' });
  const as = await oauth.processDiscoveryResponse(issuer, found);
  const verifier = oauth.generateRandomCodeVerifier();
  const url = new URL(as.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    client_id: id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid email offline_access',
    state: 'stanje',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const callback = new URL(await new AppBrowser(fixture.service).signIn(url.href, fixture.member));
  const params = oauth.validateAuthResponse(as, { client_id: id }, callback, 'stanje');
  const answer = await oauth.authorizationCodeGrantRequest(
    as,
    { client_id: id },
    oauth.None(),
    params,
    CALLBACK,
    verifier,
    options,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(as, { client_id: id }, answer, { requireIdToken: true });
  const info = await oauth.userInfoRequest(as, { client_id: id }, tokens.access_token, {
    ...options,
    headers: new Headers({ origin: 'https://trgovina.example.hr' }),
  });
  assert.equal(info.headers.get('access-control-allow-origin'), 'https://trgovina.example.hr');
  assert.match(await info.text(), /ana@example\.hr/);
  const stranger = await oauth.userInfoRequest(as, { client_id: id }, tokens.access_token, {
    ...options,
    headers: new Headers({ origin: 'https://lopov.example' }),
  });
  assert.deepEqual([stranger.status, stranger.headers.get('access-control-allow-origin')], [400, null]);
  const preflight = await fixture.service.call('OPTIONS /oidc/userinfo', {
    headers: {
      origin: 'https://trgovina.example.hr',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });
  assert.deepEqual([preflight.status, preflight.headers['access-control-allow-headers']], [204, 'authorization']);
  const again = await oauth.refreshTokenGrantRequest(
    as,
    { client_id: id },
    oauth.None(),
    tokens.refresh_token ?? '',
    options,
  );
  assert.ok((await oauth.processRefreshTokenResponse(as, { client_id: id }, again)).access_token);
});

test('consent is asked once, kept, withdrawn, and never asked by what is trusted', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, member, boss } = fixture;
  const app = await registerApp(fixture);
  const config = await relyingParty(service, app);
  const browser = new AppBrowser(service);
  const first = await browser.go((await askFor(config)).url);
  assert.equal((await browser.decide(first.url, member)).body.state, 'consent');
  const { tokens } = await enter(fixture, app, { browser });
  assert.match(await browser.signIn((await askFor(config, { prompt: 'none' })).url, member), /\?code=/, 'silently');
  const fresh = new AppBrowser(service);
  const page = await fresh.go((await askFor(config)).url);
  assert.equal((await fresh.decide(page.url, member)).body.state, 'done', 'agreed before, elsewhere');
  const more = await browser.go((await askFor(config, { prompt: 'consent' })).url);
  assert.equal((await browser.decide(more.url, member)).body.state, 'consent', 'asked for it');
  const own = await service.call('GET /api/users/me/applications', { token: member });
  assert.deepEqual([own.body.items[0].id, own.body.items[0].scopes], [app.id, ['openid', 'profile', 'email']]);
  await service.audit.forget();
  const withdraw = () => service.call(`DELETE /api/users/me/applications/${app.id}`, { token: member });
  assert.equal((await withdraw()).status, 204);
  assert.deepEqual(await service.audit.actions(), ['application.withdraw']);
  assert.equal((await withdraw()).body.code, 'applications.not_found');
  assert.equal((await client.tokenIntrospection(config, tokens.access_token)).active, false);
  assert.match(await browser.signIn((await askFor(config, { prompt: 'none' })).url, member), /error=consent_required/);
  await service.call(`PUT /api/admin/applications/${app.id}`, { token: boss, body: { trusted: true } });
  assert.match(await browser.signIn((await askFor(config, { prompt: 'none' })).url, member), /\?code=/);
});

test('prompt, max_age and hints are honoured', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, member } = fixture;
  const app = await registerApp(fixture, { trusted: true });
  const config = await relyingParty(service, app);
  const browser = new AppBrowser(service);
  assert.match(await browser.signIn((await askFor(config, { prompt: 'none' })).url, member), /error=login_required/);
  const { tokens } = await enter(fixture, app, { browser });
  service.clock.advance(5000);
  const asked = await browser.go((await askFor(config, { prompt: 'login', login_hint: 'ana@example.hr' })).url);
  const uid = uidOf(asked.url);
  const details = await browser.send(`GET /oidc/interaction/${uid}/details`);
  assert.deepEqual(
    [details.body.application.name, details.body.login_hint, details.body.sign_in_again],
    ['Trgovina', 'ana@example.hr', true],
  );
  assert.equal((await browser.decide(asked.url, member)).body.state, 'reauthenticate');
  const again = await service.call('POST /api/auth/reauthenticate', {
    token: member,
    body: { password: 'mirno more plovi' },
  });
  assert.equal(again.status, 200, again.text);
  assert.equal((await browser.decide(asked.url, member)).body.state, 'done');
  await service.addPerson({ email: 'bruno@example.hr' });
  const bruno = await service.tokenOf('bruno@example.hr');
  const hinted = await browser.go(
    (await askFor(config, { id_token_hint: tokens.id_token ?? '', prompt: 'login' })).url,
  );
  assert.equal((await browser.decide(hinted.url, bruno)).body.state, 'other_person');
});

test('a person says no, and the application is told', async (t) => {
  const fixture = await openAppFixture(t);
  const config = await relyingParty(fixture.service, await registerApp(fixture));
  const browser = new AppBrowser(fixture.service);
  const page = await browser.go((await askFor(config)).url);
  const uid = uidOf(page.url);
  const refused = await browser.send(`POST /oidc/interaction/${uid}/refuse`, { body: {} });
  assert.match((await browser.go(refused.body.redirect_to)).url, /^https:\/\/trgovina.*error=access_denied/);
});

test('keys are rotated without anybody being signed out', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { scopes: ALL });
  const { config, tokens } = await enter(fixture, app, { more: { scope: 'openid offline_access' } });
  const made = await rotateKeys(fixture.service.database, () => fixture.service.secrets, fixture.service.clock);
  fixture.service.clock.advance(120_000);
  await fixture.service.keys.reload();
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  const header = JSON.parse(Buffer.from((renewed.id_token ?? '').split('.')[0] ?? '', 'base64url').toString());
  assert.equal(header.kid, made.find(({ purpose }) => purpose === 'id-tokens')?.kid);
});
