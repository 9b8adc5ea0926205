import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as client from 'openid-client';
import {
  AppBrowser,
  type AppFixture,
  askFor,
  CALLBACK,
  decideDevice,
  deviceOf,
  enter,
  openAppFixture,
  registerApp,
  relyingParty,
} from '../../../test/support/relying-party.ts';

/** Publishes the next version for the people of the first tenant. */
async function publish({ service, boss }: AppFixture, replaces: number): Promise<string> {
  const body = { text: `# Pravila ${replaces + 1}`, replaces };
  const made = await service.call('POST /api/admin/privacy-policies', { token: boss, body });
  assert.equal(made.status, 201, made.text);
  await service.audit.forget();
  return made.body.version;
}

async function confirm({ service, member }: AppFixture, policy_version: string): Promise<void> {
  const body = { policy_version, categories: { necessary: true } };
  const answer = await service.call('POST /api/gdpr/consent', { token: member, body });
  assert.equal(answer.status, 200, answer.text);
  await service.audit.forget();
}

test('nobody enters before the policy in force is confirmed; a newer version meanwhile asks again', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, member } = fixture;
  const app = await registerApp(fixture);
  const config = await relyingParty(service, app);
  const first = await publish(fixture, 0);
  const browser = new AppBrowser(service);
  const page = await browser.go((await askFor(config)).url);
  const missing = { state: 'policy', redirect_to: null };
  assert.deepEqual((await browser.decide(page.url, member)).body, missing);
  assert.deepEqual((await browser.decide(page.url, member, true)).body, missing);
  const own = await service.call('GET /api/users/me/applications', { token: member });
  assert.deepEqual([own.body.items, await service.audit.actions()], [[], []], 'nothing is agreed to, nor noted');
  await confirm(fixture, first);
  assert.equal((await browser.decide(page.url, member)).body.state, 'consent');
  const second = await publish(fixture, 1);
  assert.deepEqual((await browser.decide(page.url, member, true)).body, missing);
  await confirm(fixture, first);
  assert.deepEqual((await browser.decide(page.url, member, true)).body, missing, 'an older version is not enough');
  await confirm(fixture, second);
  const decided = await browser.decide(page.url, member, true);
  assert.equal(decided.body.state, 'done', decided.text);

  const third = await publish(fixture, 2);
  const again = await browser.go(decided.body.redirect_to);
  assert.match(again.url, /\/prijava-u-aplikaciju\?uid=/, 'published before the browser went on: asked once more');
  assert.deepEqual((await browser.decide(again.url, member)).body, missing);
  await confirm(fixture, third);
  const last = await browser.decide(again.url, member);
  assert.equal(last.body.state, 'done', last.text);
  const callback = new URL((await browser.go(last.body.redirect_to)).url);
  assert.equal(`${callback.origin}${callback.pathname}`, CALLBACK);
  assert.ok(callback.searchParams.has('code'), callback.href);
  assert.deepEqual(await service.audit.actions(), ['application.enter']);
});

test('who is in stays in when a policy is published, and is asked when they next enter', async (t) => {
  const fixture = await openAppFixture(t);
  const { memberId } = fixture;
  const app = await registerApp(fixture, { scopes: ['profile', 'email', 'offline_access'] });
  const more = { scope: 'openid profile email offline_access' };
  const { config, tokens, browser } = await enter(fixture, app, { more });
  const version = await publish(fixture, 0);
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  assert.equal((await client.tokenIntrospection(config, renewed.access_token)).active, true);
  const info = await client.fetchUserInfo(config, renewed.access_token, String(memberId));
  assert.equal(info.email, 'ana@example.hr');

  const silent = async () => {
    const { url } = await browser.go((await askFor(config, { prompt: 'none' })).url);
    const { searchParams } = new URL(url);
    return searchParams.get('error') ?? (searchParams.has('code') ? 'code' : url);
  };
  assert.equal(await silent(), 'interaction_required');
  const page = await browser.go((await askFor(config)).url);
  assert.match(page.url, /\/prijava-u-aplikaciju\?uid=/);
  assert.equal((await browser.decide(page.url, fixture.member)).body.state, 'policy');
  await confirm(fixture, version);
  assert.equal(await silent(), 'code');
  const decided = await browser.decide(page.url, fixture.member);
  assert.match((await browser.go(decided.body.redirect_to)).url, /\?code=/);
});

test('a trusted application and a program on a device wait for the confirmation as well', async (t) => {
  const fixture = await openAppFixture(t);
  const version = await publish(fixture, 0);
  for (const members of [{ trusted: true }, { kind: 'native' }]) {
    const app = await registerApp(fixture, members);
    const config = await relyingParty(fixture.service, app);
    const browser = new AppBrowser(fixture.service);
    const page = await browser.go((await askFor(config)).url);
    assert.equal((await browser.decide(page.url, fixture.member, true)).body.state, 'policy', JSON.stringify(members));
  }
  await confirm(fixture, version);
  const { tokens } = await enter(fixture, await registerApp(fixture, { trusted: true, name: 'Rezultati' }));
  assert.ok(tokens.id_token);
});

test('people of a tenant that inherits the policy confirm it too; where nobody has published one, nobody is asked', async (t) => {
  const fixture = await openAppFixture(t);
  const { service } = fixture;
  const club = await service.addTenant('Klub');
  await service.addPerson({ email: 'clan@klub.hr', tenantId: club.id });
  const token = await service.tokenOf('clan@klub.hr');
  const app = await registerApp(fixture);
  assert.ok((await enter(fixture, app, { token })).tokens.id_token);
  await publish(fixture, 0);
  const config = await relyingParty(service, app);
  const browser = new AppBrowser(service);
  const page = await browser.go((await askFor(config)).url);
  assert.equal((await browser.decide(page.url, token, true)).body.state, 'policy');
});

test('a device is let in once the policy is confirmed, and refused without', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, member } = fixture;
  const app = await registerApp(fixture, { name: 'Semafor', kind: 'device', redirect_uris: [], scopes: ['profile'] });
  const device = deviceOf(service, app.id);
  const version = await publish(fixture, 0);
  const { user_code, device_code } = await device.ask();
  const decide = (code: string | undefined, allow: boolean) => decideDevice(service, member, code, allow);
  const early = await decide(user_code, true);
  assert.deepEqual([early.status, early.body.code], [403, 'applications.policy_unconfirmed']);
  assert.deepEqual(await service.audit.actions(), []);
  await confirm(fixture, version);
  assert.equal((await decide(user_code, true)).status, 204);
  assert.deepEqual(await service.audit.actions(), ['application.consent', 'application.enter']);
  assert.equal((await device.poll(device_code)).status, 200);

  await publish(fixture, 1);
  const other = await device.ask();
  assert.equal((await decide(other.user_code, true)).body.code, 'applications.policy_unconfirmed');
  assert.equal((await decide(other.user_code, false)).status, 204);
  assert.equal((await device.poll(other.device_code)).body.error, 'access_denied');
});
