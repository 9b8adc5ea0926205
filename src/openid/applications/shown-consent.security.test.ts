import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AppBrowser,
  type AppFixture,
  askFor,
  enter,
  openAppFixture,
  registerApp,
  relyingParty,
  uidOf,
} from '../../../test/support/relying-party.ts';

const OIB = { scopes: ['email', 'oib'], oib_ground: 'Ugovor', name: 'Trgovina' };
const SCOPE = { scope: 'openid email oib' };

const change = async ({ service, boss }: AppFixture, id: string, body: object) =>
  assert.equal((await service.call(`PUT /api/admin/applications/${id}`, { token: boss, body })).status, 200);

test('a consent counts only for what the page showed', async (t) => {
  const fixture = await openAppFixture(t);
  const { id, secret } = await registerApp(fixture, OIB);
  const browser = new AppBrowser(fixture.service);
  const page = await browser.go((await askFor(await relyingParty(fixture.service, { id, secret }), SCOPE)).url);
  const uid = uidOf(page.url);
  const details = async () => (await browser.send(`GET /oidc/interaction/${uid}/details`)).body;
  const agree = async (shown?: string) => {
    const body = { consent: true, ...(shown === undefined ? {} : { shown }) };
    return (await browser.send(`POST /oidc/interaction/${uid}`, { token: fixture.member, body })).body.state;
  };
  const first = await details();
  assert.deepEqual(
    [first.application.name, first.scopes, first.oib_ground, first.place],
    ['Trgovina', ['openid', 'email', 'oib'], 'Ugovor', 'trgovina.example.hr'],
  );
  assert.equal(await agree(), 'consent', 'nothing was shown');
  await change(fixture, id, { name: 'Banka' });
  assert.equal(await agree(first.shown), 'consent', 'another name was shown');
  const own = await fixture.service.call('GET /api/users/me/applications', { token: fixture.member });
  assert.deepEqual(own.body.items, []);
  assert.equal(await agree((await details()).shown), 'done');
});

for (const [what, changes] of Object.entries({
  'another name': [{ name: 'Banka' }],
  'another ground for the OIB': [{ oib_ground: 'Privola' }],
  'a scope that was lost and is back': [{ scopes: ['email'] }, { scopes: ['email', 'oib'] }],
}))
  test(`asked again: ${what}`, async (t) => {
    const fixture = await openAppFixture(t);
    const app = await registerApp(fixture, OIB);
    const { browser, config } = await enter(fixture, app, { more: SCOPE });
    const silently = async () => browser.go((await askFor(config, { ...SCOPE, prompt: 'none' })).url);
    assert.match((await silently()).url, /\?code=/);
    for (const body of changes) await change(fixture, app.id, body);
    assert.match((await silently()).url, /error=consent_required/);
    await enter(fixture, app, { browser, more: SCOPE });
    assert.match((await silently()).url, /\?code=/);
  });

test('asked again: another host to go back to', async (t) => {
  const fixture = await openAppFixture(t);
  const elsewhere = 'https://lopov.example/povratak';
  const app = await registerApp(fixture, { name: 'Trgovina' });
  const { browser, config } = await enter(fixture, app);
  await change(fixture, app.id, { redirect_uris: ['https://trgovina.example.hr/povratak', elsewhere] });
  const silently = async (more: Record<string, string>) =>
    (await browser.go((await askFor(config, { prompt: 'none', ...more })).url)).url;
  assert.match(await silently({ redirect_uri: elsewhere }), /error=consent_required/);
  assert.match(await silently({}), /\?code=/);
});

const MORE = { scope: 'openid email' };
const LESS = { scope: 'openid' };

test('asked again: what was agreed to for the name before', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { name: 'Trgovina', scopes: ['email'] });
  const { browser, config } = await enter(fixture, app, { more: MORE });
  const silently = async (more: Record<string, string>) =>
    (await browser.go((await askFor(config, { prompt: 'none', ...more })).url)).url;
  await change(fixture, app.id, { name: 'Banka' });
  await enter(fixture, app, { browser, more: LESS });
  assert.match(await silently(LESS), /\?code=/);
  assert.match(await silently(MORE), /error=consent_required/);
  await enter(fixture, app, { browser, more: MORE });
  assert.match(await silently(MORE), /\?code=/);
});

test('asked again: what was agreed to for one host counts for no other', async (t) => {
  const fixture = await openAppFixture(t);
  const elsewhere = 'https://lopov.example/povratak';
  const app = await registerApp(fixture, { name: 'Trgovina', scopes: ['email'] });
  const { browser, config } = await enter(fixture, app, { more: MORE });
  await change(fixture, app.id, { redirect_uris: ['https://trgovina.example.hr/povratak', elsewhere] });
  const silently = async (more: Record<string, string>) =>
    (await browser.go((await askFor(config, { prompt: 'none', ...more })).url)).url;
  const page = await browser.signIn((await askFor(config, { ...LESS, redirect_uri: elsewhere })).url, fixture.member);
  assert.match(page, /^https:\/\/lopov\.example\/povratak\?code=/);
  assert.match(await silently({ ...LESS, redirect_uri: elsewhere }), /\?code=/);
  assert.match(await silently({ ...MORE, redirect_uri: elsewhere }), /error=consent_required/);
});

test('asked again: another ground for the OIB was agreed to at another host', async (t) => {
  const fixture = await openAppFixture(t);
  const elsewhere = 'https://lopov.example/povratak';
  const app = await registerApp(fixture, OIB);
  const { browser, config } = await enter(fixture, app, { more: SCOPE });
  const redirect_uris = ['https://trgovina.example.hr/povratak', elsewhere];
  await change(fixture, app.id, { oib_ground: 'Privola', redirect_uris });
  const there = { ...SCOPE, redirect_uri: elsewhere };
  assert.match(
    await browser.signIn((await askFor(config, there)).url, fixture.member),
    /^https:\/\/lopov\.example.*\?code=/,
  );
  const silent = await browser.go((await askFor(config, { ...SCOPE, prompt: 'none' })).url);
  assert.match(silent.url, /error=consent_required/);
});
