import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchUserInfo, skipSubjectCheck } from 'openid-client';
import {
  AppBrowser,
  type AppFixture,
  askFor,
  CALLBACK,
  deviceOf,
  enter,
  ISSUER,
  openAppFixture,
  postForm,
  type RegisteredApp,
  registerApp,
  relyingParty,
  uidOf,
} from '../../../test/support/relying-party.ts';

const BOTH = { scopes: ['email', 'offline_access'] };

/** What the page shows, and what the answer of the token endpoint tells and holds. */
async function scopesOf(fixture: AppFixture, app: RegisteredApp, scope: string) {
  const asked = await askFor(await relyingParty(fixture.service, app), { scope });
  const browser = new AppBrowser(fixture.service);
  const page = await browser.go(asked.url);
  const { body: shown } = await browser.send(`GET /oidc/interaction/${uidOf(page.url)}/details`);
  const callback = await browser.signIn(asked.url, fixture.member);
  const { body } = await postForm(fixture.service, '/token', {
    grant_type: 'authorization_code',
    redirect_uri: CALLBACK,
    code: new URL(callback).searchParams.get('code') ?? '',
    code_verifier: asked.verifier,
    client_id: app.id,
    client_secret: app.secret ?? '',
  });
  const own = await fixture.service.call('GET /api/users/me/applications', { token: fixture.member });
  return { shown: shown.scopes, agreed: own.body.items[0]?.scopes, told: body.scope, refresh: body.refresh_token };
}

test('what is shown, agreed, issued and told is one list, with offline_access and without', async (t) => {
  const fixture = await openAppFixture(t);
  const online = await scopesOf(fixture, await registerApp(fixture, BOTH), 'openid email');
  assert.deepEqual(online, {
    shown: ['openid', 'email'],
    agreed: ['openid', 'email'],
    told: 'openid email',
    refresh: undefined,
  });
});

test('offline_access needs no prompt=consent: it is shown, agreed, issued and told like every other scope', async (t) => {
  const fixture = await openAppFixture(t);
  const all = ['openid', 'email', 'offline_access'];
  const { refresh, ...lists } = await scopesOf(
    fixture,
    await registerApp(fixture, BOTH),
    'openid email offline_access',
  );
  assert.deepEqual(lists, { shown: all, agreed: all, told: all.join(' ') });
  assert.ok(refresh);
});

test('where it is not registered, offline_access is left out of what is shown and told', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { scopes: ['email'] });
  const { refresh, shown, told } = await scopesOf(fixture, app, 'openid email offline_access');
  assert.deepEqual([shown, told, refresh], [['openid', 'email'], 'openid email', undefined]);
});

test('a refresh tells the same scopes as the entry, and takes them as asked', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, BOTH);
  const { tokens } = await enter(fixture, app, { more: { scope: 'openid email offline_access' } });
  const renewed = await postForm(fixture.service, '/token', {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token ?? '',
    scope: 'openid email offline_access',
    client_id: app.id,
    client_secret: app.secret ?? '',
  });
  assert.deepEqual([renewed.status, renewed.body.scope], [200, 'openid email offline_access']);
});

test('a device gets a refresh token only if it asked for one', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { kind: 'device', redirect_uris: [], trusted: true, ...BOTH });
  const device = deviceOf(fixture.service, app.id);
  for (const scope of ['openid email', 'openid email offline_access']) {
    const { user_code, device_code } = await device.ask(scope);
    const waiting = await fixture.service.call('POST /api/users/me/applications/device', {
      token: fixture.member,
      body: { user_code },
    });
    const body = { user_code, allow: true };
    await fixture.service.call('POST /api/users/me/applications/device/decision', { token: fixture.member, body });
    const given = (await device.poll(device_code)).body;
    assert.deepEqual([waiting.body.scopes.join(' '), given.scope], [scope, scope]);
    assert.equal(given.refresh_token !== undefined, scope.includes('offline_access'));
  }
});

test('a state of 8 KB comes back, a longer one and other long parameters are refused', async (t) => {
  const fixture = await openAppFixture(t);
  const config = await relyingParty(fixture.service, await registerApp(fixture));
  const state = 'a"'.repeat(4096);
  const callback = await new AppBrowser(fixture.service).signIn((await askFor(config, { state })).url, fixture.member);
  const { searchParams } = new URL(callback);
  assert.deepEqual([searchParams.get('state'), searchParams.has('code')], [state, true]);
  const tooLong: Record<string, string>[] = [{ state: `${state}a` }, { ui_locales: 'h'.repeat(4096) }];
  for (const more of tooLong) {
    const refused = await new AppBrowser(fixture.service).go((await askFor(config, more)).url);
    assert.match(refused.url, /error=invalid_request/);
  }
});

test('the key set of applications holds only keys that sign for them', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { trusted: true });
  const { tokens } = await enter(fixture, app);
  const discovered = await fixture.service.call('GET /oidc/.well-known/openid-configuration');
  assert.equal(discovered.body.jwks_uri, `${ISSUER}/jwks`);
  const { status, text } = await fixture.service.call('GET /oidc/jwks');
  assert.equal(status, 200, text);
  const [key, ...others] = JSON.parse(text).keys;
  assert.deepEqual([key.kty, key.alg, key.use, key.d, others], ['RSA', 'RS256', 'sig', undefined, []]);
  const header = JSON.parse(Buffer.from((tokens.id_token ?? '').split('.')[0] ?? '', 'base64url').toString());
  assert.equal(key.kid, header.kid);
  const all = (await fixture.service.call('GET /.well-known/jwks.json')).body.keys;
  assert.deepEqual(
    all.map(({ alg }: { alg: string }) => alg),
    ['EdDSA', 'RS256'],
    'as before',
  );
});

test('introspection knows none of our own tokens, and says so as of any other', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture);
  const { tokens } = await enter(fixture, app);
  for (const token of [fixture.member, tokens.id_token ?? '', 'a.b.c', 'nikad-izdan']) {
    const fields = { token, client_id: app.id, client_secret: app.secret ?? '' };
    assert.deepEqual(await postForm(fixture.service, '/introspect', fields), { status: 200, body: { active: false } });
  }
  const wrong = { token: fixture.member, client_id: app.id, client_secret: 'isk_krivo' };
  assert.equal((await postForm(fixture.service, '/introspect', wrong)).status, 401);
});

test('prompt=select_account asks who enters, unless they have just signed in', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, member } = fixture;
  const app = await registerApp(fixture, { trusted: true });
  const config = await relyingParty(service, app);
  const { browser } = await enter(fixture, app);
  service.clock.advance(1000);
  const asked = await askFor(config, { prompt: 'select_account' });
  const page = await browser.go(asked.url);
  const uid = uidOf(page.url);
  const decide = (token: string, body: object) => browser.send(`POST /oidc/interaction/${uid}`, { token, body });
  assert.equal((await decide(member, {})).body.state, 'select_account');
  const stayed = await decide(member, { stay: true });
  assert.equal(stayed.body.state, 'done');
  assert.match((await browser.go(stayed.body.redirect_to)).url, /\?code=/);
  const again = await browser.go((await askFor(config, { prompt: 'select_account' })).url);
  await service.addPerson({ email: 'bruno@example.hr' });
  service.clock.advance(1000);
  const fresh = await browser.decide(again.url, await service.tokenOf('bruno@example.hr'));
  assert.equal(fresh.body.state, 'done', fresh.text);
  const none = await browser.go((await askFor(config, { prompt: 'none select_account' })).url);
  assert.match(none.url, /error=invalid_request/);
});

test('an application is told that nobody has verified the OIB, and nothing of it where there is none', async (t) => {
  const fixture = await openAppFixture(t);
  await fixture.service.addPerson({ email: 'eva@example.hr', oib: '12345678903' });
  const app = await registerApp(fixture, { trusted: true, scopes: ['oib'], oib_ground: 'Ugovor' });
  const told = async (member: string) => {
    const { config, tokens } = await enter({ ...fixture, member }, app, { more: { scope: 'openid oib' } });
    const { sub: _, ...rest } = await fetchUserInfo(config, tokens.access_token, skipSubjectCheck);
    return rest;
  };
  const eva = await told(await fixture.service.tokenOf('eva@example.hr'));
  assert.deepEqual({ ...eva }, { oib: '12345678903', oib_verified: false });
  assert.deepEqual({ ...(await told(fixture.member)) }, {});
});
