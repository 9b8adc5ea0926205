import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { startLogoutReceiver } from '../../../test/support/logout-receiver.ts';
import {
  AFTERWARDS,
  AppBrowser,
  type AppFixture,
  enter,
  ISSUER,
  openAppFixture,
  type RegisteredApp,
  registerApp,
} from '../../../test/support/relying-party.ts';

// The modules on logout of the OpenID Foundation's suite: docs/openid-conformance.md.

async function open(t: TestContext, members: Record<string, unknown> = {}) {
  const fixture = await openAppFixture(t, { SVC_PRIVATE_ADDRESSES: '127.0.0.0/8' });
  const app = await registerApp(fixture, { trusted: true, post_logout_redirect_uris: [AFTERWARDS], ...members });
  return { fixture, app, browser: new AppBrowser(fixture.service) };
}

const xsrfIn = ({ answer }: Awaited<ReturnType<AppBrowser['go']>>): string =>
  /name="xsrf" value="(\w+)"/.exec(answer?.text ?? '')?.[1] ?? '';

/** What an application may say when it sends people to sign out, and what they see: a question, or that it was said wrongly. */
async function signOuts(fixture: AppFixture, app: RegisteredApp, browser: AppBrowser) {
  const { tokens } = await enter(fixture, app, { browser });
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
    ['an address without a hint', { ...back, state: 'stanje' }, 200],
    ['an address that is not registered', { ...all, post_logout_redirect_uri: 'https://lopov.example/' }, 400],
    ['a query added to the address', { ...all, post_logout_redirect_uri: `${AFTERWARDS}?a=b` }, 400],
    ['a hint that is unsigned', { ...all, id_token_hint: `${none}.${claims}.` }, 400],
    ['a hint of another signature', { ...all, id_token_hint: `${header}.${claims}.${'A'.repeat(342)}` }, 400],
    ['a hint that is none', { ...all, id_token_hint: 'nije-token' }, 400],
  ] as const;
}

test('signing out at an application is asked about here, whatever is left out, and refused where something is wrong', async (t) => {
  const { fixture, app, browser } = await open(t);
  const discovery = (await fixture.service.call('GET /oidc/.well-known/openid-configuration')).body;
  assert.equal(discovery.end_session_endpoint, `${ISSUER}/logout`);
  for (const [what, said, status] of await signOuts(fixture, app, browser)) {
    const { answer, url } = await browser.go(`/oidc/logout?${new URLSearchParams(said)}`);
    assert.equal(answer?.status, status, `${what}: ${answer?.text}`);
    assert.ok(url.startsWith(`${ISSUER}/logout`), `${what}: nobody is sent anywhere yet`);
  }
  assert.equal(
    (await fixture.service.call('GET /api/auth/me', { token: fixture.member })).status,
    200,
    'nor signed out',
  );
  const page = await browser.go(`/oidc/logout?${new URLSearchParams({ post_logout_redirect_uri: AFTERWARDS })}`);
  const out = await browser.submit('/oidc/logout/confirm', { xsrf: xsrfIn(page), logout: 'yes' });
  assert.match(
    String(out.headers.location),
    /\/oidc\/logout\/success\?ended=1$/,
    'whose address it is nobody can tell',
  );
});

test('who signs out at one application is signed out of it, and it is told by a logout token too', async (t) => {
  const receiver = await startLogoutReceiver(t);
  const { fixture, app, browser } = await open(t, { backchannel_logout_uri: receiver.url });
  const { tokens } = await enter(fixture, app, { browser });
  const hint = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: AFTERWARDS };
  const page = await browser.go(`/oidc/logout?${new URLSearchParams(hint)}`);
  const out = await browser.submit('/oidc/logout/confirm', { xsrf: xsrfIn(page), logout: 'yes' });
  assert.deepEqual([out.status, out.headers.location], [303, AFTERWARDS]);
  await fixture.service.logouts.deliverDue();
  const [body] = receiver.bodies;
  const { body: keys } = await fixture.service.call('GET /.well-known/jwks.json');
  const token = new URLSearchParams(body).get('logout_token') ?? '';
  const told = await jwtVerify(token, createLocalJWKSet(keys), {
    issuer: ISSUER,
    audience: app.id,
    typ: 'logout+jwt',
    currentDate: new Date(fixture.service.clock.now()),
  });
  assert.deepEqual([told.payload.sid, told.payload.nonce], [tokens.claims()?.sid, undefined]);
  assert.equal(receiver.bodies.length, 1);
});

test('who signs out with no sign-in for applications is not told that they are signed out', async (t) => {
  const { browser } = await open(t);
  const asked = await browser.go('/oidc/logout');
  const out = await browser.submit('/oidc/logout/confirm', { xsrf: xsrfIn(asked), logout: 'yes' });
  assert.equal(out.status, 303);
  const { answer } = await browser.go(String(out.headers.location));
  assert.match(answer?.text ?? '', /<h1>Niste prijavljeni ni u jednu aplikaciju<\/h1>/);
  assert.match(answer?.text ?? '', /<a href="\/profil">/);
});

test('who ends the sign-in for applications is told so', async (t) => {
  const { fixture, app, browser } = await open(t);
  await enter(fixture, app, { browser });
  const asked = await browser.go('/oidc/logout');
  const out = await browser.submit('/oidc/logout/confirm', { xsrf: xsrfIn(asked), logout: 'yes' });
  const { answer } = await browser.go(String(out.headers.location));
  assert.match(answer?.text ?? '', /<h1>Odjavljeni ste<\/h1>/);
});
