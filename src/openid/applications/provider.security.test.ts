// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as client from 'openid-client';
import {
  AppBrowser,
  type AppFixture,
  askFor,
  CALLBACK,
  enter,
  fetchFrom,
  ISSUER,
  openAppFixture,
  type RegisteredApp,
  registerApp,
  relyingParty,
  uidOf,
} from '../../../test/support/relying-party.ts';
import { PASSWORD, type TestService } from '../../../test/support/test-service.ts';
import { instantAt, nowOf } from '../../platform/kernel/clock.ts';
import { runErasures } from '../../privacy/personal-data/run-erasures.ts';

const basic = ({ id, secret = '' }: RegisteredApp) =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

async function post(service: TestService, path: string, fields: Record<string, string>, app?: RegisteredApp) {
  const answer = await fetchFrom(service)(`${ISSUER}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(app?.secret === undefined ? {} : { authorization: basic(app) }),
    },
    body: new URLSearchParams(app?.secret === undefined && app ? { client_id: app.id, ...fields } : fields).toString(),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
}

const isActive = async (fixture: AppFixture, app: RegisteredApp, token: string): Promise<boolean> =>
  (await post(fixture.service, '/introspect', { token }, app)).body.active;

test('people are sent to the registered address alone, however else it is written', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { trusted: true });
  const config = await relyingParty(fixture.service, app);
  const spellings = [
    'https://trgovina.example.hr/povratak/',
    'https://trgovina.example.hr/Povratak',
    'https://trgovina.example.hr/povratak?x=1',
    'https://trgovina.example.hr/povratak#x',
    'https://trgovina.example.hr/povratak%2f',
    'https://trgovina.example.hr/povratak/../lopov',
    'https://trgovina.example.hr/./povratak',
    'https://trgovina.example.hr//povratak',
    'https://trgovina.example.hr/%70ovratak',
    'https://trgovina.example.hr/povratak%00',
    'https://trgovina.example.hr/povratak%20',
    'https://trgovina.example.hr/povratak ',
    ' https://trgovina.example.hr/povratak',
    'https://TRGOVINA.example.hr/povratak',
    'HTTPS://trgovina.example.hr/povratak',
    'http://trgovina.example.hr/povratak',
    'https://trgovina.example.hr:443/povratak',
    'https://trgovina.example.hr:8443/povratak',
    'https://trgovina.example.hr./povratak',
    'https://trgovina.example.hr.lopov.example/povratak',
    'https://lopov.example/trgovina.example.hr/povratak',
    'https://trgovina.example.hr@lopov.example/povratak',
    'https://lopov.example#@trgovina.example.hr/povratak',
    'https://lopov.example\\@trgovina.example.hr/povratak',
    'https:\\\\trgovina.example.hr\\povratak',
    'https:/trgovina.example.hr/povratak',
    '//trgovina.example.hr/povratak',
    '/povratak',
    'javascript:alert(1)//trgovina.example.hr/povratak',
    'https://trgovina.example.hr/povratak\r\nset-cookie: a=b',
    '',
  ];
  for (const redirect_uri of spellings) {
    const browser = new AppBrowser(fixture.service);
    const arrived = await browser.go((await askFor(config, { redirect_uri })).url);
    assert.equal(arrived.answer?.status, 400, `"${redirect_uri}"`);
    assert.ok(arrived.url.startsWith(`${ISSUER}/auth?`), redirect_uri);
  }
  const { url } = await askFor(config);
  for (const change of ['&redirect_uri=https%3A%2F%2Flopov.example', '&redirect_uri=']) {
    const twice = await new AppBrowser(fixture.service).go(`${url}${change}`);
    assert.equal(twice.answer?.status, 400, change);
  }
  assert.deepEqual(await fixture.service.audit.take(), []);
});

test('PKCE cannot be left out, weakened, or taken away on the way', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { trusted: true });
  const config = await relyingParty(fixture.service, app);
  const asking = async (change: (params: URLSearchParams) => void, more = {}) => {
    const url = new URL((await askFor(config, more)).url);
    change(url.searchParams);
    return new AppBrowser(fixture.service).signIn(url.href, fixture.member);
  };
  const dropped = await asking((params) => {
    params.delete('code_challenge');
    params.delete('code_challenge_method');
  });
  assert.match(dropped, /error=invalid_request/);
  assert.match(await asking((params) => params.set('code_challenge_method', 'plain')), /error=invalid_request/);
  assert.match(await asking((params) => params.delete('code_challenge_method')), /error=invalid_request/);
  const wrong: Record<string, string>[] = [{}, { code_verifier: client.randomPKCECodeVerifier() }];
  for (const verifier of wrong) {
    const code = new URL(await asking(() => {})).searchParams.get('code') ?? '';
    const fields = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...verifier };
    const refused = await post(fixture.service, '/token', fields, app);
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_grant']);
  }
});

test('where PKCE is optional a nonce is not, and a code without a challenge takes no verifier', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { trusted: true, pkce: 'optional' });
  const url = new URL(`${ISSUER}/auth`);
  const params = { client_id: app.id, redirect_uri: CALLBACK, response_type: 'code', scope: 'openid' };
  url.search = new URLSearchParams(params).toString();
  const browser = new AppBrowser(fixture.service);
  assert.match(await browser.signIn(url.href, fixture.member), /error=invalid_request/);
  url.searchParams.set('nonce', 'jednom');
  const codeNow = async () => new URL(await browser.signIn(url.href, fixture.member)).searchParams.get('code') ?? '';
  const fields = { grant_type: 'authorization_code', redirect_uri: CALLBACK };
  const injected = { ...fields, code: await codeNow(), code_verifier: client.randomPKCECodeVerifier() };
  assert.equal((await post(fixture.service, '/token', injected, app)).status, 400);
  assert.equal((await post(fixture.service, '/token', { ...fields, code: await codeNow() }, app)).status, 200);
});

test('a code works once; used again, everything it gave is worthless, on record', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { scopes: ['offline_access'] });
  const { asked, callback, tokens } = await enter(fixture, app, { more: { scope: 'openid offline_access' } });
  await fixture.service.audit.forget();
  const code = new URL(callback).searchParams.get('code') ?? '';
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: asked.verifier,
  };
  assert.equal(await isActive(fixture, app, tokens.access_token), true);
  const again = await post(fixture.service, '/token', fields, app);
  assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant']);
  assert.equal(await isActive(fixture, app, tokens.access_token), false);
  const refreshed = await post(
    fixture.service,
    '/token',
    { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' },
    app,
  );
  assert.equal(refreshed.status, 400);
  const [record, ...more] = await fixture.service.audit.take();
  assert.deepEqual(
    [record?.action, record?.user_id, record?.meta, more],
    ['application.replay', fixture.memberId, { application_id: app.id, what: 'code' }, []],
  );
});

test('a spent refresh token ends what came of it', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { scopes: ['offline_access'] });
  const { tokens } = await enter(fixture, app, { more: { scope: 'openid offline_access' } });
  const refresh = (refresh_token = '') =>
    post(fixture.service, '/token', { grant_type: 'refresh_token', refresh_token }, app);
  const second = await refresh(tokens.refresh_token);
  assert.equal(second.status, 200);
  await fixture.service.audit.forget();
  assert.equal((await refresh(tokens.refresh_token)).body.error, 'invalid_grant');
  assert.equal((await refresh(second.body.refresh_token)).status, 400);
  assert.equal(await isActive(fixture, app, second.body.access_token), false);
  assert.deepEqual(await fixture.service.audit.actions(), ['application.replay']);
});

test('tokens, codes and secrets of one application are worth nothing to another, nor at the API', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { scopes: ['offline_access'] });
  const other = await registerApp(fixture, { name: 'Druga' });
  const { callback, asked, tokens } = await enter(fixture, app, { more: { scope: 'openid offline_access' } });
  assert.equal(await isActive(fixture, other, tokens.access_token), false);
  assert.equal((await post(fixture.service, '/revoke', { token: tokens.access_token }, other)).status, 200);
  assert.equal(await isActive(fixture, app, tokens.access_token), true, 'another cannot end it');
  const stolen = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
  assert.equal((await post(fixture.service, '/token', stolen, other)).status, 400);
  const { url } = await askFor(await relyingParty(fixture.service, app));
  const code =
    new URL(await new AppBrowser(fixture.service).signIn(url, fixture.member)).searchParams.get('code') ?? '';
  const injected = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: asked.verifier };
  assert.equal((await post(fixture.service, '/token', injected, other)).status, 400);
  assert.equal(
    (await post(fixture.service, '/introspect', { token: 'x' }, { ...app, secret: other.secret })).status,
    401,
  );
  assert.equal(
    (await post(fixture.service, '/introspect', { token: 'x' }, { ...app, secret: 'isk_krivo' })).status,
    401,
  );
  for (const token of [tokens.access_token, tokens.id_token ?? '', tokens.refresh_token ?? ''])
    assert.equal((await fixture.service.call('GET /api/auth/me', { token })).body.code, 'auth.invalid');
  const ours = await fetchFrom(fixture.service)(`${ISSUER}/userinfo`, {
    headers: { authorization: `Bearer ${fixture.member}` },
  });
  assert.equal(ours.status, 401);
  assert.notEqual(await isActive(fixture, app, fixture.member), true);
  assert.match(new URL(callback).searchParams.get('iss') ?? '', /\/oidc$/, 'against mix-up');
});

const ENDS = {
  'sign-out': ({ service, member }: AppFixture) => service.call('POST /api/auth/logout', { token: member }),
  suspension: ({ service, boss, memberId }: AppFixture) =>
    service.call(`POST /api/admin/users/${memberId}/suspend`, { token: boss, body: {} }),
  deletion: ({ service, boss, memberId }: AppFixture) =>
    service.call(`DELETE /api/admin/users/${memberId}`, { token: boss }),
  'another role': ({ service, boss, memberId }: AppFixture) =>
    service.call(`PUT /api/admin/users/${memberId}/role`, { token: boss, body: { role: 'guest' } }),
  'another tenant': async ({ service, boss, memberId }: AppFixture) => {
    const { id: tenant_id } = await service.addTenant('Klub');
    return service.call(`PUT /api/admin/users/${memberId}`, { token: boss, body: { tenant_id } });
  },
  'a reset password': ({ service, boss, memberId }: AppFixture) =>
    service.call(`POST /api/admin/users/${memberId}/reset-password`, { token: boss }),
  'a password changed in another sign-in': async ({ service }: AppFixture) =>
    service.call('POST /api/auth/change-password', {
      token: await service.tokenOf('ana@example.hr'),
      body: { current_password: PASSWORD, new_password: `${PASSWORD}-novi` },
    }),
  erasure: async ({ service, boss, member }: AppFixture) => {
    const { body } = await service.call('POST /api/users/me/gdpr-erase', { token: member });
    const approved = await service.call(`POST /api/admin/gdpr/erasure-requests/${body.id}/approve`, { token: boss });
    await runErasures(service.privacy); // queues the last mail and waits for it
    await service.mail.deliverDue();
    await runErasures(service.privacy);
    return approved;
  },
  'a password that has to be changed first': ({ service, memberId }: AppFixture) => obliged(service, memberId),
};

async function obliged({ database, clock }: TestService, id: number): Promise<{ status: number; text: string }> {
  const change = { must_change_pwd_at: nowOf(clock) };
  await database.transaction((tx) => tx.updateTable('users').set(change).where('id', '=', id).execute());
  return { status: 200, text: '' };
}

for (const [how, end] of Object.entries(ENDS))
  test(`ended is ended, at the next call: ${how}`, async (t) => {
    const fixture = await openAppFixture(t);
    const app = await registerApp(fixture, { scopes: ['offline_access', 'email'] });
    const { tokens, browser, config } = await enter(fixture, app, { more: { scope: 'openid email offline_access' } });
    assert.equal(await isActive(fixture, app, tokens.access_token), true);
    const ended = await end(fixture);
    assert.ok(ended.status < 300, ended.text);
    for (const token of [tokens.access_token, tokens.refresh_token ?? ''])
      assert.equal(await isActive(fixture, app, token), false);
    await assert.rejects(client.fetchUserInfo(config, tokens.access_token, String(fixture.memberId)));
    await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token ?? ''));
    const silent = await browser.signIn(
      (await askFor(config, { prompt: 'none', scope: 'openid' })).url,
      fixture.member,
    );
    assert.match(silent, /error=login_required/);
  });

test('who has to change the password, or to enrol a second factor, enters nothing before', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, member, boss } = fixture;
  const app = await registerApp(fixture, { trusted: true });
  const config = await relyingParty(service, app);
  const leader = await service.addPerson({ role: 'manager' });
  const rules = { tenant_id: null, rules: [{ role: 'manager', grace_days: 0 }] };
  assert.equal((await service.call('PUT /api/admin/factor-policy', { token: boss, body: rules })).status, 200);
  const tried = async (token: string) => {
    const browser = new AppBrowser(service);
    const { status, body } = await browser.decide((await browser.go((await askFor(config)).url)).url, token, true);
    return [status, body.code ?? body.state];
  };
  assert.deepEqual(await tried(await service.tokenOf(leader.email)), [403, '2fa.enrol_required']);
  assert.deepEqual(await tried(member), [200, 'done']);
  await obliged(service, fixture.memberId);
  assert.deepEqual(await tried(member), [403, 'password.change_required']);
  assert.deepEqual(
    await service.database.read.selectFrom('provider_records').select('model').where('model', '=', 'Grant').execute(),
    [],
  );
});

test('an application that has ended, or is no longer for somebody, learns nothing more', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, boss } = fixture;
  const past = instantAt(service.clock.now() - 1000);
  for (const change of [{ ends_at: past }, { who: { roles: ['admin'] } }]) {
    const app = await registerApp(fixture, { scopes: ['offline_access'] });
    const { tokens, config, browser } = await enter(fixture, app, { more: { scope: 'openid offline_access' } });
    await service.call(`PUT /api/admin/applications/${app.id}`, { token: boss, body: change });
    const asked = await post(service, '/introspect', { token: tokens.access_token }, app);
    assert.notEqual(asked.body.active, true);
    await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token ?? ''));
    const page = await browser.go((await askFor(config, { scope: 'openid' })).url);
    if (page.url.includes('/prijava-u-aplikaciju'))
      assert.equal((await browser.decide(page.url, fixture.member, true)).body.state, 'not_admitted');
    else assert.equal(page.answer?.status, 400);
  }
});

test('an application of a club is for its people, and its tokens are worth nothing elsewhere', async (t) => {
  const fixture = await openAppFixture(t);
  const { service } = fixture;
  const club = await service.addTenant('Klub');
  await service.addPerson({ email: 'uprava@klub.hr', role: 'admin', tenantId: club.id });
  await service.addPerson({ email: 'clan@klub.hr', tenantId: club.id });
  const admin = await service.tokenOf('uprava@klub.hr');
  const theirs = await registerApp({ service, boss: admin });
  const ours = await registerApp(fixture, { tenant_id: 1 });
  const config = await relyingParty(service, theirs);
  const browser = new AppBrowser(service);
  const page = await browser.go((await askFor(config)).url);
  assert.equal((await browser.decide(page.url, fixture.member, true)).body.state, 'not_admitted');
  const { tokens } = await enter(fixture, theirs, { token: await service.tokenOf('clan@klub.hr') });
  assert.equal(await isActive(fixture, theirs, tokens.access_token), true);
  assert.equal(await isActive(fixture, ours, tokens.access_token), false);
});

test('only the browser that began a sign-in can finish it', async (t) => {
  const fixture = await openAppFixture(t);
  const config = await relyingParty(fixture.service, await registerApp(fixture));
  const thief = new AppBrowser(fixture.service);
  const page = await thief.go((await askFor(config)).url);
  const victim = new AppBrowser(fixture.service);
  const tried = await victim.decide(page.url, fixture.member, true);
  assert.deepEqual([tried.status, tried.body.code], [404, 'applications.interaction_gone']);
  const uid = uidOf(page.url);
  for (const target of [`GET /oidc/interaction/${uid}/details`, `POST /oidc/interaction/${uid}/refuse`]) {
    const body = target.startsWith('POST') ? { body: {} } : {};
    assert.equal((await victim.send(target, body)).status, 404, target);
  }
  assert.equal((await thief.decide(page.url, '')).status, 401, 'and nobody without a sign-in');
  const done = await thief.decide(page.url, fixture.member, true);
  assert.match((await victim.go(done.body.redirect_to)).url, /\/oidc\/auth\//, 'nor go on with it');
  const first = await thief.go(done.body.redirect_to);
  assert.match(first.url, /\?code=/);
  assert.doesNotMatch((await thief.go(done.body.redirect_to)).url, /code=/, 'and once');
});

test('whoever signs in after somebody else in the same browser enters as themselves', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { trusted: true });
  const { browser } = await enter(fixture, app);
  await fixture.service.addPerson({ email: 'bruno@example.hr' });
  const bruno = await fixture.service.tokenOf('bruno@example.hr');
  const { tokens } = await enter(fixture, app, { browser, token: bruno, more: { prompt: 'login' } });
  assert.notEqual(tokens.claims()?.sub, String(fixture.memberId));
});

test('a foreign application knows people by numbers of its own, the same every time', async (t) => {
  const fixture = await openAppFixture(t);
  const subjectAt = async (app: RegisteredApp) => (await enter(fixture, app)).tokens.claims()?.sub;
  const app = await registerApp(fixture, { foreign: true });
  const other = await registerApp(fixture, { foreign: true });
  const subject = await subjectAt(app);
  assert.match(subject ?? '', /^[\w-]{43}$/);
  assert.equal(await subjectAt(app), subject);
  assert.notEqual(await subjectAt(other), subject);
});

test('no id of a token, code or session is stored, and addresses come from the settings alone', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { scopes: ['offline_access'] });
  const { callback, tokens } = await enter(fixture, app, { more: { scope: 'openid offline_access' } });
  const rows = await fixture.service.database.read.selectFrom('provider_records').selectAll().execute();
  const text = JSON.stringify(rows);
  const code = new URL(callback).searchParams.get('code') ?? '';
  for (const secret of [code, tokens.access_token, tokens.refresh_token ?? '', tokens.id_token ?? ''])
    assert.ok(secret !== '' && !text.includes(secret));
  const forged = await fixture.service.call('GET /oidc/.well-known/openid-configuration', {
    headers: {
      host: 'lopov.example',
      'x-forwarded-host': 'lopov.example',
      'x-forwarded-proto': 'ftp',
      forwarded: 'host=x',
    },
  });
  assert.ok(forged.status === 200 && !forged.text.includes('lopov'), forged.text);
});

test('implicit, hybrid and password grants, registration and foreign bodies are refused', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture);
  const config = await relyingParty(fixture.service, app);
  for (const response_type of ['token', 'id_token', 'code id_token', 'none']) {
    const { url } = await askFor(config, { response_type });
    assert.doesNotMatch((await new AppBrowser(fixture.service).go(url)).url, /prijava-u-aplikaciju/, response_type);
  }
  const password = { grant_type: 'password', username: 'ana@example.hr', password: 'mirno more plovi' };
  assert.equal((await post(fixture.service, '/token', password, app)).body.error, 'unsupported_grant_type');
  assert.equal((await fixture.service.call('POST /oidc/reg', { body: {} })).status, 404);
  const json = await fixture.service.call('POST /oidc/token', { body: { grant_type: 'authorization_code' } });
  assert.deepEqual([json.status, json.body.error], [400, 'invalid_request']);
  const large = await fixture.service.call('POST /oidc/token', {
    body: `a=${'x'.repeat(70_000)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.ok(large.status >= 400 && large.status < 500, `${large.status}`);
});
