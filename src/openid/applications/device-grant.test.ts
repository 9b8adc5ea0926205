// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as client from 'openid-client';
import { deviceOf, openAppFixture, postForm, registerApp, relyingParty } from '../../../test/support/relying-party.ts';
import { minutes, seconds } from '../../platform/kernel/durations.ts';

const PATH = '/api/users/me/applications/device';
const DEVICE = { name: 'Semafor', kind: 'device', redirect_uris: [], scopes: ['profile', 'offline_access'] };

test('a device is let in by the code that it shows, once, and hangs on that sign-in', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, member } = fixture;
  const app = await registerApp(fixture, DEVICE);
  const device = deviceOf(service, app.id);
  const config = await relyingParty(service, app);
  const asked = await client.initiateDeviceAuthorization(config, { scope: 'openid profile offline_access' });
  assert.match(asked.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  assert.equal(asked.verification_uri, 'http://127.0.0.1:8080/uredaj');
  assert.equal(asked.verification_uri_complete, `http://127.0.0.1:8080/uredaj?kod=${asked.user_code}`);
  assert.deepEqual([asked.expires_in, asked.interval], [600, 5]);
  assert.equal((await device.poll(asked.device_code)).body.error, 'authorization_pending');
  const typed = { user_code: asked.user_code.replace('-', ' ').toLowerCase() };
  const waiting = await service.call(`POST ${PATH}`, { token: member, body: typed });
  assert.equal(waiting.status, 200, waiting.text);
  assert.deepEqual(waiting.body.application, { id: app.id, name: 'Semafor', logo_url: null });
  assert.deepEqual(waiting.body.scopes, ['openid', 'profile', 'offline_access']);
  await service.audit.forget();
  const { shown } = waiting.body;
  const unseen = await service.call(`POST ${PATH}/decision`, { token: member, body: { ...typed, allow: true } });
  assert.deepEqual([unseen.status, unseen.body.code], [409, 'applications.changed'], 'nothing was shown');
  const body = { ...typed, allow: true, shown };
  assert.equal((await service.call(`POST ${PATH}/decision`, { token: member, body })).status, 204);
  assert.deepEqual(await service.audit.actions(), ['application.consent', 'application.enter']);
  assert.equal((await service.call(`POST ${PATH}/decision`, { token: member, body })).status, 404, 'decided already');
  const given = await device.poll(asked.device_code);
  assert.equal(given.status, 200, JSON.stringify(given.body));
  const claims = JSON.parse(Buffer.from((given.body.id_token ?? '').split('.')[1] ?? '', 'base64url').toString());
  assert.deepEqual([claims.sub, claims.amr, claims.acr], [String(fixture.memberId), ['pwd'], 'urn:iskaznica:acr:1']);
  const me = await client.fetchUserInfo(config, given.body.access_token ?? '', claims.sub);
  assert.deepEqual([me.name, me.email], ['Ana Čavić', undefined]);
  const { refresh_token = '' } = given.body;
  const refresh = { grant_type: 'refresh_token', client_id: app.id, refresh_token };
  const renewed = await postForm(service, '/token', refresh);
  assert.equal(renewed.status, 200, JSON.stringify(renewed.body));
  await service.call('POST /api/auth/logout', { token: member });
  const ended = await postForm(service, '/token', { ...refresh, refresh_token: renewed.body.refresh_token ?? '' });
  assert.deepEqual([ended.status, ended.body.error], [400, 'invalid_grant']);
});

test('of those who decide about a device at once one does, and only that is on record', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, member } = fixture;
  const app = await registerApp(fixture, { ...DEVICE, trusted: true });
  const { user_code } = await deviceOf(service, app.id).ask('openid profile');
  await service.audit.forget();
  const decide = (allow: boolean) =>
    service.call(`POST ${PATH}/decision`, { token: member, body: { user_code, allow } });
  const answers = await Promise.all([true, false, true, false].map(decide));
  const [first, ...others] = answers.map(({ status }) => status).sort();
  assert.equal(first, 204);
  assert.ok(
    others.every((status) => status === 404 || status === 429), // whoever is late guesses at a code, of which few are taken
    others.join(' '),
  );
  const entered = (await service.audit.actions()).filter((action) => action === 'application.enter');
  const isLetIn = answers.findIndex(({ status }) => status === 204) % 2 === 0;
  assert.equal(entered.length, isLetIn ? 1 : 0);
});

test('a device code is spent once; used again, everything it gave is worthless, on record', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { ...DEVICE, trusted: true });
  const device = deviceOf(fixture.service, app.id);
  const { user_code, device_code } = await device.ask('openid profile offline_access');
  const body = { user_code, allow: true };
  assert.equal((await fixture.service.call(`POST ${PATH}/decision`, { token: fixture.member, body })).status, 204);
  await fixture.service.audit.forget();
  const { refresh_token = '' } = (await device.poll(device_code)).body;
  assert.equal((await device.poll(device_code)).body.error, 'invalid_grant');
  const refresh = { grant_type: 'refresh_token', client_id: app.id, refresh_token };
  assert.equal((await postForm(fixture.service, '/token', refresh)).status, 400);
  const records = await fixture.service.audit.take();
  const replay = ['application.replay', { application_id: app.id, what: 'device_code' }];
  assert.deepEqual(
    records.map(({ action, meta }) => [action, meta]),
    [replay],
  );
});

test('a device is told that it asks too often, that it was refused, and that its time is over', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, member } = fixture;
  const app = await registerApp(fixture, DEVICE);
  const device = deviceOf(service, app.id);
  const errorOf = async (code: string | undefined) => (await device.poll(code)).body.error;
  const impatient = await device.ask();
  assert.equal(await errorOf(impatient.device_code), 'authorization_pending');
  service.clock.advance(seconds(3));
  assert.equal(await errorOf(impatient.device_code), 'slow_down');
  service.clock.advance(seconds(2));
  assert.equal(await errorOf(impatient.device_code), 'authorization_pending');
  service.clock.advance(seconds(6));
  assert.equal(await errorOf(impatient.device_code), 'slow_down', 'it has to wait ten seconds by now');
  service.clock.advance(seconds(4));
  assert.equal(await errorOf(impatient.device_code), 'authorization_pending');
  const refused = await device.ask();
  await service.audit.forget();
  const body = { user_code: refused.user_code, allow: false };
  assert.equal((await service.call(`POST ${PATH}/decision`, { token: member, body })).status, 204);
  const records = await service.audit.take();
  const meta = { application_id: app.id, name: 'Semafor' };
  assert.deepEqual(
    records.map((record) => [record.action, record.meta]),
    [['application.device_refuse', meta]],
  );
  assert.equal(await errorOf(refused.device_code), 'access_denied');
  assert.equal(await errorOf(refused.device_code), 'invalid_grant');
  const late = await device.ask();
  service.clock.advance(minutes(10));
  assert.equal(await errorOf(late.device_code), 'expired_token');
  const tooLate = { user_code: late.user_code, allow: true };
  const answer = await service.call(`POST ${PATH}/decision`, { token: member, body: tooLate });
  assert.deepEqual([answer.status, answer.body.code], [404, 'applications.device_code']);
  assert.equal(await errorOf('nikad-izdan'), 'invalid_grant');
});

test('whoever tries out codes is stopped, and no code is of use to an application or a person it is not for', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, member, boss } = fixture;
  const app = await registerApp(fixture, { ...DEVICE, who: { roles: ['superadmin'] } });
  const web = await registerApp(fixture, { kind: 'spa' });
  const other = await registerApp(fixture, { ...DEVICE, name: 'Drugi' });
  const device = deviceOf(service, app.id);
  const { user_code, device_code } = await device.ask('openid profile offline_access');
  assert.equal((await postForm(service, '/device/auth', { client_id: web.id })).body.error, 'invalid_request');
  assert.equal((await deviceOf(service, other.id).poll(device_code)).body.error, 'invalid_grant');
  const decide = (token: string, code = user_code) =>
    service.call(`POST ${PATH}/decision`, { token, body: { user_code: code, allow: true } });
  const seen = (await service.call(`POST ${PATH}`, { token: boss, body: { user_code } })).body.shown;
  assert.deepEqual((await decide(member)).body.code, 'applications.not_admitted');
  service.clock.advance(seconds(5));
  assert.equal((await device.poll(device_code)).body.error, 'authorization_pending', 'nothing came of it');
  await service.audit.forget();
  for (let guess = 0; guess < 10; guess++)
    assert.equal((await decide(member, `BBBB-BBB${'BCDFGHJKLM'[guess]}`)).status, 404);
  const stopped = await decide(member);
  assert.deepEqual([stopped.status, stopped.body.code], [429, 'applications.device_guesses']);
  assert.ok(Number(stopped.headers['retry-after']) > 0);
  assert.deepEqual(await service.audit.actions(), Array(10).fill('application.device_guess'));
  const letIn = { user_code, allow: true, shown: seen };
  const others = await service.call(`POST ${PATH}/decision`, { token: boss, body: letIn });
  assert.equal(others.status, 204, 'others are not held up');
  assert.equal((await service.call(`POST ${PATH}`, { body: { user_code } })).status, 401);
  const { rows } = await service.database.transaction(async (tx) => ({
    rows: [
      ...(await tx.selectFrom('device_codes').selectAll().execute()),
      ...(await tx.selectFrom('provider_records').selectAll().execute()),
    ],
  }));
  const kept = JSON.stringify(rows);
  assert.ok(!kept.includes(user_code ?? '') && !kept.includes((user_code ?? '').replace('-', '')));
  assert.ok(!kept.includes(device_code ?? ''));
});
