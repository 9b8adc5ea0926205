import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AppBrowser,
  type AppFixture,
  askFor,
  CALLBACK,
  deviceOf,
  enter,
  openAppFixture,
  postForm,
  registerApp,
  relyingParty,
} from '../../../test/support/relying-party.ts';
import { minutes, seconds } from '../../platform/kernel/durations.ts';

const DEVICE = 'POST /api/users/me/applications/device/decision';
const ELSEWHERE = 'https://trgovina.example.hr/novi-povratak';
const OIB = { scopes: ['oib', 'email'], oib_ground: 'Ugovor' };

const change = async ({ service, boss }: AppFixture, id: string, body: object) => {
  const answer = await service.call(`PUT /api/admin/applications/${id}`, { token: boss, body });
  assert.equal(answer.status, 200, answer.text);
};

/** What an application may lose while somebody is on the way to it, with the request that still relies on it. */
const LOSSES = {
  'a scope': { app: OIB, more: { scope: 'openid oib' }, change: { scopes: ['email'] } },
  'the redirect address': { app: {}, more: {}, change: { redirect_uris: [ELSEWHERE] } },
  'the leave to go without PKCE': { app: { pkce: 'optional' }, more: {}, change: { pkce: 'required' } },
} as const;

/** Without PKCE where that is what is lost. */
async function asking(
  fixture: AppFixture,
  id: string,
  secret: string | undefined,
  loss: (typeof LOSSES)[keyof typeof LOSSES],
) {
  const config = await relyingParty(fixture.service, { id, secret });
  const asked = await askFor(config, loss.more);
  const url = new URL(asked.url);
  if ('pkce' in loss.app) for (const name of ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name);
  return { url: url.href, verifier: 'pkce' in loss.app ? undefined : asked.verifier };
}

for (const [what, loss] of Object.entries(LOSSES)) {
  test(`a request under way does not keep ${what} that the application has lost: before the decision`, async (t) => {
    const fixture = await openAppFixture(t);
    const app = await registerApp(fixture, { kind: 'web', ...loss.app });
    const { url } = await asking(fixture, app.id, app.secret, loss);
    const browser = new AppBrowser(fixture.service);
    const page = await browser.go(url);
    await change(fixture, app.id, loss.change);
    const decided = await browser.decide(page.url, fixture.member, true);
    assert.deepEqual([decided.status, decided.body.code], [404, 'applications.interaction_gone']);
  });

  test(`a request under way does not keep ${what} that the application has lost: after the decision`, async (t) => {
    const fixture = await openAppFixture(t);
    const app = await registerApp(fixture, { kind: 'web', trusted: true, ...loss.app });
    const { url } = await asking(fixture, app.id, app.secret, loss);
    const browser = new AppBrowser(fixture.service);
    const decided = await browser.decide((await browser.go(url)).url, fixture.member);
    assert.equal(decided.body.state, 'done', decided.text);
    await change(fixture, app.id, loss.change);
    const arrived = await browser.go(decided.body.redirect_to);
    assert.deepEqual([new URL(arrived.url).origin, arrived.answer?.status], ['http://127.0.0.1:8080', 400]);
    const records = fixture.service.database.read.selectFrom('provider_records').select('model');
    assert.deepEqual(await records.where('model', 'in', ['AuthorizationCode', 'Grant']).execute(), []);
  });

  test(`a code does not keep ${what} that the application has lost`, async (t) => {
    const fixture = await openAppFixture(t);
    const app = await registerApp(fixture, { kind: 'web', trusted: true, ...loss.app });
    const { url, verifier } = await asking(fixture, app.id, app.secret, loss);
    const arrived = await new AppBrowser(fixture.service).signIn(url, fixture.member);
    const code = new URL(arrived).searchParams.get('code') ?? '';
    assert.notEqual(code, '');
    await change(fixture, app.id, loss.change);
    const refused = await postForm(fixture.service, '/token', {
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
      code,
      client_id: app.id,
      client_secret: app.secret ?? '',
      ...(verifier === undefined ? {} : { code_verifier: verifier }),
    });
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_grant']);
  });
}

test('a step is checked even where the change ended nothing', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { trusted: true, scopes: ['email'] });
  const config = await relyingParty(fixture.service, app);
  const lose = (members: Record<string, unknown>) =>
    fixture.service.database.transaction((tx) =>
      tx.updateTable('applications').set(members).where('id', '=', app.id).execute(),
    );
  const losses = [{ scopes: '["openid"]' }, { redirect_uris: JSON.stringify([ELSEWHERE]) }];
  for (const loss of losses) {
    await lose({ scopes: '["openid","email"]', redirect_uris: JSON.stringify([CALLBACK]) });
    const more = { scope: 'openid email' };
    const browser = new AppBrowser(fixture.service);
    const page = await browser.go((await askFor(config, more)).url);
    const decided = await browser.decide(page.url, fixture.member);
    const asked = await askFor(config, more);
    const arrived = await new AppBrowser(fixture.service).signIn(asked.url, fixture.member);
    const begun = new AppBrowser(fixture.service);
    const first = await begun.go((await askFor(config, more)).url);
    await lose(loss);
    assert.equal((await begun.decide(first.url, fixture.member)).body.code, 'applications.interaction_gone');
    const after = await browser.go(decided.body.redirect_to);
    assert.deepEqual([new URL(after.url).origin, after.answer?.status], ['http://127.0.0.1:8080', 400]);
    const code = new URL(arrived).searchParams.get('code') ?? '';
    const fields = { grant_type: 'authorization_code', redirect_uri: CALLBACK, code, code_verifier: asked.verifier };
    const refused = await postForm(fixture.service, '/token', {
      ...fields,
      client_id: app.id,
      client_secret: app.secret ?? '',
    });
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_grant'], JSON.stringify(refused.body));
  }
});

test('a device code does not keep what the application has lost, before and after the decision', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { kind: 'device', redirect_uris: [], trusted: true, ...OIB });
  const device = deviceOf(fixture.service, app.id);
  const [early, late] = [await device.ask('openid oib'), await device.ask('openid oib')];
  const decide = (user_code = '') =>
    fixture.service.call(DEVICE, { token: fixture.member, body: { user_code, allow: true } });
  assert.equal((await decide(late.user_code)).status, 204);
  await change(fixture, app.id, { scopes: ['email'] });
  assert.equal((await decide(early.user_code)).status, 404);
  for (const { device_code } of [early, late])
    assert.equal((await device.poll(device_code)).body.error, 'invalid_grant');
});

test('whoever leaves a request for half an hour begins anew', async (t) => {
  const fixture = await openAppFixture(t, { SVC_ACCESS_TTL_MIN: '60' });
  const app = await registerApp(fixture, { trusted: true });
  const config = await relyingParty(fixture.service, app);
  const [inTime, late] = [new AppBrowser(fixture.service), new AppBrowser(fixture.service)];
  const begun = await inTime.go((await askFor(config)).url);
  fixture.service.clock.advance(minutes(1));
  const begunLater = await late.go((await askFor(config)).url);
  fixture.service.clock.advance(minutes(29) - seconds(1));
  assert.equal((await inTime.decide(begun.url, fixture.member)).body.state, 'done');
  fixture.service.clock.advance(minutes(1) + seconds(1));
  const decided = await late.decide(begunLater.url, fixture.member);
  assert.deepEqual([decided.status, decided.body.code], [404, 'applications.interaction_gone']);
});

test('what does not concern those on the way, ends nothing', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture);
  const { url } = await askFor(await relyingParty(fixture.service, app));
  const browser = new AppBrowser(fixture.service);
  const page = await browser.go(url);
  await change(fixture, app.id, { backchannel_logout_uri: 'https://trgovina.example.hr/odjava' });
  assert.equal((await browser.decide(page.url, fixture.member)).body.state, 'consent');
});

test('nobody is sent to an address for after a sign-out that was removed while they were asked', async (t) => {
  const fixture = await openAppFixture(t);
  const afterwards = 'https://trgovina.example.hr/dovidenja';
  const app = await registerApp(fixture, { trusted: true, post_logout_redirect_uris: [afterwards] });
  const { browser, tokens } = await enter(fixture, app);
  const query = new URLSearchParams({
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: afterwards,
    state: 's',
  });
  const asked = await browser.go(`http://127.0.0.1:8080/oidc/logout?${query}`);
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(asked.answer?.text ?? '') ?? [];
  await change(fixture, app.id, { post_logout_redirect_uris: [] });
  const out = await browser.submit('/oidc/logout/confirm', { xsrf, logout: 'yes' });
  assert.equal(out.status, 303, out.text);
  assert.doesNotMatch(String(out.headers.location), /trgovina/);
  assert.equal((await fixture.service.call('GET /api/auth/me', { token: fixture.member })).status, 401);
});
