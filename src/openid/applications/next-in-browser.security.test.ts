import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  AppBrowser,
  askFor,
  CALLBACK,
  enter,
  openAppFixture,
  registerApp,
  relyingParty,
} from '../../../test/support/relying-party.ts';
import { PASSWORD } from '../../../test/support/test-service.ts';

async function open(t: TestContext, settings: Record<string, string> = {}) {
  const fixture = await openAppFixture(t, settings);
  await fixture.service.addPerson({ email: 'bero@example.hr', ime: 'Bero', prezime: 'Šarić' });
  const app = await registerApp(fixture, { trusted: true });
  return { fixture, app, config: await relyingParty(fixture.service, app) };
}

const login = (browser: AppBrowser, email: string) =>
  browser.send('POST /api/auth/login', { body: { email, password: PASSWORD } });

test('whoever signs in next in a browser is not taken by an application for the person before', async (t) => {
  const { fixture, app, config } = await open(t);
  const { browser } = await enter(fixture, app);
  assert.ok((await browser.go((await askFor(config)).url)).url.startsWith(CALLBACK), 'so far it is Ana');
  await fixture.service.audit.forget();
  const bero = await login(browser, 'bero@example.hr');
  assert.equal(bero.status, 200);
  assert.deepEqual(await fixture.service.audit.actions(), ['logout', 'login.ok']);
  assert.equal((await fixture.service.call('GET /api/auth/me', { token: fixture.member })).status, 401, 'Ana has left');
  const arrived = await browser.go((await askFor(config)).url);
  assert.match(arrived.url, /prijava-u-aplikaciju/);
  const decided = await browser.decide(arrived.url, bero.body.access_token);
  assert.equal(decided.body.state, 'done');
  assert.ok((await browser.go(decided.body.redirect_to)).url.startsWith(CALLBACK));
});

test('a wrong password ends nothing, nor does a sign-in in another browser', async (t) => {
  const { fixture, app, config } = await open(t);
  const { browser } = await enter(fixture, app);
  assert.equal(
    (await browser.send('POST /api/auth/login', { body: { email: 'bero@example.hr', password: 'kriva lozinka' } }))
      .status,
    401,
  );
  assert.equal((await login(new AppBrowser(fixture.service), 'bero@example.hr')).status, 200);
  assert.ok((await browser.go((await askFor(config)).url)).url.startsWith(CALLBACK));
  assert.equal((await fixture.service.call('GET /api/auth/me', { token: fixture.member })).status, 200);
});

test('over https no other host of the domain can plant the provider’s session', async (t) => {
  const { fixture, app, config } = await open(t, { SVC_PUBLIC_URL: 'https://racun.example.hr' });
  const url = new URL((await askFor(config)).url);
  const { headers } = await fixture.service.call(`GET ${url.pathname}${url.search}`);
  const cookies = [headers['set-cookie']].flat().map(String);
  assert.ok(app.id);
  assert.ok(
    cookies.some((line) => line.startsWith('__Secure-iskaznica_oidc_step=')),
    cookies.join('\n'),
  );
  for (const line of cookies) {
    assert.match(line, /^__(?:Host|Secure)-iskaznica_oidc/);
    assert.match(line, /; secure/i);
    if (line.startsWith('__Host-')) assert.match(line, /; path=\/;/i);
  }
});

test('an address whose host would end a policy is refused, and so is a day that no month has', async (t) => {
  const { fixture } = await open(t);
  const change = (body: object, id = '') =>
    fixture.service.call(`${id === '' ? 'POST' : 'PUT'} /api/admin/applications${id}`, { token: fixture.boss, body });
  const made = { name: 'Druga', kind: 'web', redirect_uris: [CALLBACK] };
  for (const host of ['a,b.example', 'a;b.example', "a'b.example"]) {
    const refused = await change({ ...made, post_logout_redirect_uris: [`https://${host}/kraj`] });
    assert.equal(refused.status, 422, host);
    assert.equal((await change({ ...made, redirect_uris: [`https://${host}/povratak`] })).status, 422, host);
  }
  for (const ends_at of ['2027-02-31T00:00:00.000Z', '2027-04-31T00:00:00.000Z', '2027-02-29T00:00:00.000Z'])
    assert.equal((await change({ ...made, ends_at })).status, 422, ends_at);
  assert.equal((await change({ ...made, ends_at: '2028-02-29T00:00:00.000Z' })).status, 201);
});
