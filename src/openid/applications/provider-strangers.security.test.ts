import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CALLBACK,
  deviceOf,
  fetchFrom,
  ISSUER,
  openAppFixture,
  postForm,
  registerApp,
} from '../../../test/support/relying-party.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { minutes } from '../../platform/kernel/durations.ts';

const LONG = 's'.repeat(5000);

const recordsOf = async ({ database }: TestService) =>
  (await database.read.selectFrom('provider_records').selectAll().execute()).map(({ model, payload }) => ({
    model,
    length: payload.length,
  }));

const authorization = (client_id: string, more: Record<string, string> = {}) =>
  `/auth?${new URLSearchParams({
    client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    ...more,
  })}`;

test('what strangers make the provider keep is short, and goes when it has run out', async (t) => {
  const fixture = await openAppFixture(t);
  const { service } = fixture;
  const web = await registerApp(fixture);
  const device = await registerApp(fixture, { kind: 'device', redirect_uris: [] });
  const get = async (path: string) => {
    const { status, headers } = await fetchFrom(service)(`${ISSUER}${path}`);
    const told = new URL(headers.get('location') ?? '/', ISSUER).searchParams.get('error');
    return told === null ? status : `${status} ${told}`;
  };
  assert.equal(await get(authorization(web.id, { state: 's'.repeat(2000) })), 303);
  assert.equal(await get(`/logout?state=${'s'.repeat(2000)}`), 200);
  assert.ok((await deviceOf(service, device.id).ask()).device_code);
  const kept = await recordsOf(service);
  assert.deepEqual(kept.map(({ model }) => model).sort(), ['DeviceCode', 'Interaction', 'Session']);

  assert.equal(await get(authorization(web.id, { state: LONG.repeat(2) })), '303 invalid_request');
  assert.equal(await get(authorization(web.id, { ui_locales: LONG })), '303 invalid_request');
  assert.equal(await get(`/logout?state=${LONG}`), 400);
  const asked = await postForm(service, '/device/auth', { client_id: device.id, scope: 'openid', ui_locales: LONG });
  assert.deepEqual([asked.status, asked.body.error], [400, 'invalid_request']);
  const after = await recordsOf(service);
  assert.deepEqual([after.length, after.filter(({ length }) => length > 4096)], [3, []]);

  service.clock.advance(minutes(40)); // the longest of them is an interaction: half an hour
  await service.keepRetention();
  assert.deepEqual(await recordsOf(service), []);
  assert.deepEqual(await service.database.read.selectFrom('device_codes').selectAll().execute(), []);
});

test('a form with a NUL is refused as any other that is wrong', async (t) => {
  const fixture = await openAppFixture(t);
  const { service } = fixture;
  await registerApp(fixture);
  const client_id = 'a\0';
  const forms: [string, Record<string, string>][] = [
    ['/token', { grant_type: 'authorization_code', client_id, code: 'x' }],
    ['/token', { grant_type: 'client_credentials', client_id, client_secret: 'x' }],
    ['/device/auth', { client_id, scope: 'openid' }],
    ['/introspect', { client_id, client_secret: 'x', token: 'x' }],
    ['/revoke', { client_id, client_secret: 'x', token: 'x' }],
  ];
  for (const [path, fields] of forms) {
    const { status, body } = await postForm(service, path, fields);
    assert.deepEqual([status, body.error], [401, 'invalid_client'], path);
  }
});
