// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { authenticatorApp } from '../../../test/support/authenticator-app.ts';
import { type OidcBrowser, oidcBrowser, providerBody } from '../../../test/support/oidc-browser.ts';
import { OIDC_CLIENT, OIDC_ENV, type OidcIssuer, startOidcIssuer } from '../../../test/support/oidc-issuer.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { identityPersonalData } from './issuers-personal-data.ts';

const ANA = 'ana@klub.hr';
const OWN = '/api/users/me/identities';
const BY_DOMAIN = { linking: 'verified_email', domains: ['klub.hr'] };

interface Setting {
  readonly service: TestService;
  readonly issuer: OidcIssuer;
  readonly browser: OidcBrowser;
  /** A superadmin's. */
  readonly token: string;
}

async function start(t: TestContext, provider: object = BY_DOMAIN): Promise<Setting> {
  const service = await startTestService(t, OIDC_ENV);
  const issuer = await startOidcIssuer(t, service.clock);
  await service.addPerson({ email: 'gazda@savez.hr', role: 'superadmin' });
  const token = await service.tokenOf('gazda@savez.hr');
  const body = providerBody(issuer, provider);
  assert.equal((await service.call('POST /api/admin/identity-providers', { token, body })).status, 201);
  await service.audit.forget();
  return { service, issuer, token, browser: oidcBrowser(service, issuer) };
}

async function link({ service, issuer }: Setting, token: string): Promise<number> {
  const browser = oidcBrowser(service, issuer);
  const ticket = (await browser.travel('link')).get('ticket');
  const answer = await browser.call(`POST ${OWN}`, { token, body: { ticket } });
  await service.audit.forget();
  await service.mails.take();
  return answer.status;
}

test('the browser leaves with PKCE, state and nonce, bound by a cookie, and the secret stays here', async (t) => {
  const { browser, issuer } = await start(t);
  const answer = await browser.call('GET /login/with/klub');
  assert.deepEqual([answer.status, answer.headers['cache-control']], [302, 'no-store']);
  const address = new URL(String(answer.headers.location));
  assert.equal(address.origin + address.pathname, `${issuer.issuer}/authorize`);
  const { state, nonce, code_challenge, ...said } = Object.fromEntries(address.searchParams);
  assert.deepEqual(said, {
    redirect_uri: 'http://127.0.0.1:8080/login/with/klub/callback',
    scope: 'openid profile email',
    code_challenge_method: 'S256',
    client_id: OIDC_CLIENT,
    response_type: 'code',
  });
  assert.match(String(state), /^[\w-]{100,}\.[\w-]{43}$/);
  for (const value of [nonce, code_challenge]) assert.match(String(value), /^[\w-]{43}$/);
  const [cookie] = [answer.headers['set-cookie']].flat();
  assert.match(String(cookie), /^svc_leaving=[\w-]{22}; Path=\/; Max-Age=1200; HttpOnly; SameSite=Lax$/);
  const again = new URL(await browser.leave());
  assert.notEqual(again.searchParams.get('state'), state);
  assert.notEqual(again.searchParams.get('code_challenge'), code_challenge);
});

test('over https the cookie belongs to this host alone', async (t) => {
  const service = await startTestService(t, { ...OIDC_ENV, SVC_PUBLIC_URL: 'https://iskaznica.example.hr' });
  const issuer = await startOidcIssuer(t, service.clock);
  await service.addPerson({ email: 'gazda@savez.hr', role: 'superadmin' });
  const token = await service.tokenOf('gazda@savez.hr');
  await service.call('POST /api/admin/identity-providers', { token, body: providerBody(issuer) });
  const { headers } = await service.call('GET /login/with/klub');
  assert.match(String(headers['set-cookie']), /^__Host-svc_leaving=.*; HttpOnly; SameSite=Lax; Secure$/);
});

test('at first use the owner of a verified address of a listed domain is linked; later just signed in', async (t) => {
  const { service, issuer, browser } = await start(t);
  const { id } = await service.addPerson({ email: ANA });
  const at = nowOf(service.clock);
  const first = await browser.enter();
  assert.equal(first.status, 200, first.text);
  assert.deepEqual(Object.keys(first.body), ['access_token', 'refresh_token', 'token_type', 'expires_in', 'user']);
  assert.deepEqual([first.body.user.id, first.body.user.last_login_at], [id, at]);
  const trail = await service.audit.take();
  const sid = trail[1]?.meta.sid;
  assert.deepEqual(trail, [
    { action: 'identity.link', user_id: id, actor_id: id, meta: { provider: 'klub', first_use: true } },
    {
      action: 'identity.login',
      user_id: id,
      actor_id: id,
      meta: { sid, second_factor: false, provider: 'klub', linked: true },
    },
  ]);
  const [mail, ...further] = await service.mails.take();
  assert.deepEqual([mail?.kind, mail?.to_address, further], ['identity-linked', ANA, []]);
  assert.deepEqual([mail?.params.at, mail?.params.provider], [at, 'Klub Zagreb']);
  assert.equal((await service.call('GET /api/auth/me', { token: first.body.access_token })).status, 200);

  issuer.habits = { claims: { email: 'ana.nova@drugdje.hr', email_verified: false } };
  const again = await browser.enter();
  assert.deepEqual([again.status, again.body.user.id, again.body.user.email], [200, id, ANA], 'found by `sub` alone');
  const [login, ...rest] = await service.audit.take();
  assert.deepEqual([login?.action, login?.meta.linked, rest], ['identity.login', false, []]);
  assert.deepEqual(await service.mails.take(), []);
  const history = await service.call('GET /api/users/me/sign-in-history', { token: again.body.access_token });
  assert.deepEqual(
    history.body.items.map(({ way }: { way: string }) => way),
    ['identity', 'identity'],
  );
});

test('an address that the issuer tells at its userinfo endpoint alone counts as well', async (t) => {
  const { service, issuer, browser } = await start(t);
  const { id } = await service.addPerson({ email: ANA });
  const claims = { email: undefined, email_verified: undefined };
  issuer.habits = { claims, userinfo: { email: 'Ana@Klub.hr', email_verified: true } };
  const answer = await browser.enter();
  assert.deepEqual([answer.status, answer.body.user?.id], [200, id], answer.text);
});

test('nobody is linked at first use by an unverified address, of another domain, or where it is off', async (t) => {
  const setting = await start(t);
  const { service, issuer, browser, token } = setting;
  await service.addPerson({ email: ANA });
  await service.addPerson({ email: 'ivo@drugdje.hr' });
  const refused = async (claims: Record<string, unknown>, what: string) => {
    issuer.habits = { claims };
    await service.audit.forget();
    const answer = await browser.enter();
    assert.deepEqual([answer.status, answer.body.code], [401, 'identity.not_linked'], what);
    const [entry, ...rest] = await service.audit.take();
    assert.deepEqual([entry?.action, entry?.meta.reason, rest.length], ['login.fail', 'identity.not_linked', 0], what);
    return entry;
  };
  for (const email_verified of [false, undefined, 'true', 1]) await refused({ email_verified }, `${email_verified}`);
  await refused({ email: undefined }, 'no address');
  await refused({ email: 'ivo@drugdje.hr' }, 'foreign domain');
  await refused({ email: 'ana@klub.hr.drugdje.hr' }, 'longer domain');
  const entry = await refused({ email: 'nitko@klub.hr' }, 'nobody');
  assert.match(String(entry?.meta.address_hmac), /^[\w-]{22}$/);
  assert.ok(!JSON.stringify(entry).includes('nitko@'));
  await service.call('PUT /api/admin/identity-providers/klub', { token, body: { linking: 'never' } });
  await refused({}, 'linking is off');
  assert.deepEqual(await service.database.read.selectFrom('identity_links').selectAll().execute(), []);
  assert.deepEqual(await service.mails.take(), []);
});

test('administrators, and accounts that are not active, are never linked by their address', async (t) => {
  const { service, issuer, browser } = await start(t);
  const people = [
    { email: 'superadmin@klub.hr', role: 'superadmin' },
    { email: 'admin@klub.hr', role: 'admin' },
    { email: 'gost@klub.hr', status: 'suspended' },
    { email: 'novi@klub.hr', status: 'invited', passwordHash: null },
  ] as const;
  for (const person of people) {
    const { id } = await service.addPerson(person);
    issuer.habits = { claims: { sub: person.email, email: person.email } };
    const answer = await browser.enter();
    assert.deepEqual([answer.status, answer.body.code], [401, 'identity.not_linked'], person.email);
    const [entry, ...rest] = await service.audit.take();
    assert.deepEqual([entry?.action, entry?.user_id, rest.length], ['login.fail', id, 0], person.email);
  }
  assert.deepEqual(await service.database.read.selectFrom('identity_links').selectAll().execute(), []);
});

test('an administrator links while signed in, whatever the address, and then signs in with it', async (t) => {
  const { service, browser } = await start(t, {});
  const { id } = await service.addPerson({ email: 'admin@savez.hr', role: 'admin' });
  const token = await service.tokenOf('admin@savez.hr');
  const at = nowOf(service.clock);
  const before = await service.call(`GET ${OWN}`, { token });
  const own = { key: 'klub', name: 'Klub Zagreb' };
  assert.deepEqual(before.body, { items: [{ ...own, linked: false, email: null, linked_at: null }] });
  const told = await browser.travel('link');
  assert.equal(told.get('for'), 'link');
  const linked = await browser.call(`POST ${OWN}`, { token, body: { ticket: told.get('ticket') } });
  assert.deepEqual([linked.status, linked.body], [200, { ...own, linked: true, email: ANA, linked_at: at }]);
  assert.deepEqual(await service.audit.take(), [
    { action: 'identity.link', user_id: id, actor_id: id, meta: { provider: 'klub', first_use: false } },
  ]);
  const [mail] = await service.mails.take();
  assert.deepEqual([mail?.kind, mail?.to_address], ['identity-linked', 'admin@savez.hr']);
  const entered = await browser.enter();
  assert.deepEqual([entered.status, entered.body.user.id], [200, id]);
});

test('an account there opens one account here, and one here has one account there', async (t) => {
  const setting = await start(t, {});
  const { service, issuer } = setting;
  const [ana, ivo] = await Promise.all(['ana@savez.hr', 'ivo@savez.hr'].map((email) => service.addPerson({ email })));
  const anas = await service.tokenOf('ana@savez.hr');
  assert.equal(await link(setting, anas), 200);
  assert.equal(await link(setting, anas), 200, 'the same one again changes nothing');
  const attempt = async (token: string) => {
    const browser = oidcBrowser(service, issuer);
    const ticket = (await browser.travel('link')).get('ticket');
    return browser.call(`POST ${OWN}`, { token, body: { ticket } });
  };
  const taken = await attempt(await service.tokenOf('ivo@savez.hr'));
  assert.deepEqual([taken.status, taken.body.code], [409, 'identity.taken']);
  issuer.habits = { claims: { sub: 'another' } };
  const second = await attempt(anas);
  assert.deepEqual([second.status, second.body.code], [409, 'identity.linked_already']);
  assert.deepEqual([await service.audit.take(), await service.mails.take()], [[], []]);
  issuer.habits = {};
  await service.database.transaction((tx) =>
    tx
      .updateTable('users')
      .set({ status: 'deleted' })
      .where('id', '=', ana?.id ?? 0)
      .execute(),
  );
  assert.equal((await attempt(await service.tokenOf('ivo@savez.hr'))).status, 200, 'a deleted account holds nothing');
  const [row] = await service.database.read.selectFrom('identity_links').select('user_id').execute();
  assert.equal(row?.user_id, ivo?.id);
});

test('a link is taken away once, unless it is the last way in', async (t) => {
  const setting = await start(t, {});
  const { service, browser } = setting;
  const { id } = await service.addPerson({ email: ANA });
  const token = await service.tokenOf(ANA);
  await link(setting, token);
  const setHash = (password_hash: string | null) =>
    service.database.transaction((tx) => tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute());
  const { password_hash } = await service.database.read
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await setHash(null);
  const last = await service.call(`DELETE ${OWN}/klub`, { token });
  assert.deepEqual([last.status, last.body.code], [409, 'identity.last_way_in']);
  assert.deepEqual([await service.audit.take(), await service.mails.take()], [[], []]);
  await setHash(password_hash);
  const answers = await Promise.all([1, 2, 3, 4].map(() => service.call(`DELETE ${OWN}/klub`, { token })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404, 404, 404]);
  assert.deepEqual(await service.audit.take(), [
    { action: 'identity.unlink', user_id: id, actor_id: id, meta: { provider: 'klub' } },
  ]);
  const [mail, ...rest] = await service.mails.take();
  assert.deepEqual([mail?.kind, mail?.to_address, rest], ['identity-unlinked', ANA, []]);
  assert.equal((await browser.enter()).body.code, 'identity.not_linked');
});

test('linking and unlinking need a recent sign-in', async (t) => {
  const { service, browser } = await start(t, {});
  await service.addPerson({ email: ANA });
  const token = await service.tokenOf(ANA);
  service.clock.advance(minutes(11));
  const ticket = (await browser.travel('link')).get('ticket');
  const linking = await browser.call(`POST ${OWN}`, { token, body: { ticket } });
  const unlinking = await service.call(`DELETE ${OWN}/klub`, { token });
  assert.deepEqual([linking.body.code, unlinking.body.code], ['reauth.required', 'reauth.required']);
});

test('a second factor of ours is still asked for, once the ticket was right', async (t) => {
  const app = authenticatorApp(t);
  const setting = await start(t);
  const { service, browser } = setting;
  const { id } = await service.addPerson({ email: ANA });
  const token = await service.tokenOf(ANA);
  const { body: setup } = await service.call('POST /api/auth/2fa/setup', { token });
  const code = () => app.codeAt(setup.secret, service.clock.now());
  await service.call('POST /api/auth/2fa/verify', { token, body: { code: code() } });
  service.clock.advance(minutes(1));
  await service.audit.forget();
  await service.mails.take();
  const asked = await browser.enter();
  assert.deepEqual([asked.status, asked.body.code, asked.body.methods], [401, 'login.2fa_required', ['totp']]);
  assert.deepEqual(await service.audit.actions(), ['login.2fa_required']);
  assert.deepEqual(await service.mails.take(), [], 'nothing is linked by one factor');
  const { pending } = asked.body;
  const wrong = await browser.call('POST /api/auth/login', { body: { pending, totp: '000000' } });
  assert.deepEqual([wrong.status, wrong.body.code, wrong.body.count], [401, 'login.wrong', 1]);
  const right = await browser.call('POST /api/auth/login', { body: { pending, totp: code() } });
  assert.deepEqual([right.status, right.body.user?.id], [200, id], right.text);
  const trail = await service.audit.take();
  assert.deepEqual(
    trail.map(({ action, meta }) => [action, meta.second_factor ?? meta.first_use ?? null]),
    [
      ['login.2fa_fail', null],
      ['identity.link', true],
      ['identity.login', true],
    ],
  );
});

test('lock, status and address window apply as for passwords', async (t) => {
  const setting = await start(t);
  const { service, browser } = setting;
  const { id } = await service.addPerson({ email: ANA });
  assert.equal((await browser.enter()).status, 200);
  for (let count = 0; count < 5; count++) await service.signIn(ANA, 'pogrešno');
  const locked = await browser.enter();
  assert.deepEqual([locked.status, locked.body.code], [423, 'attempts.locked']);
  service.clock.advance(minutes(6));
  await service.database.transaction((tx) =>
    tx.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute(),
  );
  const suspended = await browser.enter();
  assert.deepEqual([suspended.status, suspended.body.code], [403, 'account.suspended']);
  const from = '10.9.9.9';
  let last = 0;
  for (let count = 0; count < 40 && last !== 429; count++)
    last = (await service.call('POST /api/auth/login', { from, body: { ticket: 'none' } })).status;
  assert.equal(last, 429, 'worthless tickets block the address that sends them');
});

test('links go with their provider, and with their person', async (t) => {
  const setting = await start(t);
  const { service, browser, token } = setting;
  const { id } = await service.addPerson({ email: ANA });
  assert.equal((await browser.enter()).status, 200);
  const at = nowOf(service.clock);
  const exported = await identityPersonalData.exportOf(service.database.read, id);
  assert.deepEqual(exported, {
    google_account: null,
    linked_identities: [{ issuer: setting.issuer.issuer, subject: '248289761001', email: ANA, linked_at: at }],
  });
  await service.database.transaction((tx) => identityPersonalData.erase(tx, id, at));
  assert.deepEqual(await identityPersonalData.exportOf(service.database.read, id), {
    google_account: null,
    linked_identities: [],
  });
  assert.equal((await browser.enter()).status, 200);
  const ticket = (await browser.travel()).get('ticket');
  assert.equal((await service.call('DELETE /api/admin/identity-providers/klub', { token })).status, 204);
  assert.deepEqual(await identityPersonalData.exportOf(service.database.read, id), {
    google_account: null,
    linked_identities: [],
  });
  const late = await browser.call('POST /api/auth/login', { body: { ticket } });
  assert.deepEqual([late.status, late.body.code], [401, 'identity.not_linked']);
  assert.equal(await browser.leave(), 'http://127.0.0.1:8080/login#error=unknown');
});

test('the person may change their mind, and the issuer may be away', async (t) => {
  const { service, issuer, browser } = await start(t);
  issuer.habits = { error: 'access_denied' };
  assert.equal(`${await browser.travel()}`, 'error=cancelled');
  assert.equal(`${await browser.travel('link')}`, 'error=cancelled&for=link');
  assert.deepEqual(await service.audit.take(), []);
  issuer.habits = {};
  issuer.answerWith('/token', (_request, response) => void response.writeHead(502).end('<html>'));
  assert.equal(`${await browser.travel()}`, 'error=unavailable');
  issuer.answerWith('/token', undefined);
  service.clock.advance(minutes(11));
  issuer.answerWith('/.well-known/openid-configuration', (_request, response) => void response.writeHead(500).end());
  const asked = issuer.asked.length;
  for (let count = 0; count < 5; count++) assert.match(await browser.leave(), /#error=unavailable$/);
  assert.equal(issuer.asked.length, asked + 1, 'it is left alone for a while');
  issuer.answerWith('/.well-known/openid-configuration', undefined);
  service.clock.advance(minutes(1));
  assert.match(await browser.leave(), /\/authorize\?/);
  assert.deepEqual(await service.audit.take(), []);
});
