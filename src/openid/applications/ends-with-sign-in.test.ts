// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refreshTokenGrant } from 'openid-client';
import { type AppFixture, enter, openAppFixture, registerApp } from '../../../test/support/relying-party.ts';
import { PASSWORD } from '../../../test/support/test-service.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';

const MORE = { scope: 'openid offline_access' };

const kept = async ({ service }: AppFixture) =>
  (
    await service.database.read.selectFrom('provider_records').selectAll().where('user_id', 'is not', null).execute()
  ).filter(({ expires_at }) => expires_at > instantAt(service.clock.now()));

/** Every way in which a sign-in ends before it expires. */
const ENDINGS: Readonly<Record<string, (fixture: AppFixture) => Promise<{ status: number }>>> = {
  'a sign-out': ({ service, member: token }) => service.call('POST /api/auth/logout', { token }),
  'its end in the list of own sign-ins': async ({ service, member: token, memberId }) => {
    const list = (await service.call('GET /api/users/me/sessions', { token })).body.items;
    const other = await service.tokenOf('ana@example.hr');
    assert.ok(memberId > 0 && list.length === 1);
    return service.call(`DELETE /api/users/me/sessions/${list[0].id}`, { token: other });
  },
  'its end by an administrator': ({ service, boss, memberId }) =>
    service.call(`DELETE /api/admin/users/${memberId}/sessions`, { token: boss }),
  suspension: ({ service, boss, memberId }) =>
    service.call(`POST /api/admin/users/${memberId}/suspend`, { token: boss, body: {} }),
  deletion: ({ service, boss, memberId }) => service.call(`DELETE /api/admin/users/${memberId}`, { token: boss }),
  'another role': ({ service, boss, memberId }) =>
    service.call(`PUT /api/admin/users/${memberId}/role`, { token: boss, body: { role: 'guest' } }),
  'a new password, elsewhere': async ({ service }) => {
    const token = await service.tokenOf('ana@example.hr');
    const body = { current_password: PASSWORD, new_password: 'sasvim nova lozinka 7' };
    return service.call('POST /api/auth/change-password', { token, body });
  },
};

for (const [name, end] of Object.entries(ENDINGS))
  test(`sessions, grants and tokens at the provider end with the sign-in: ${name}`, async (t) => {
    const fixture = await openAppFixture(t);
    const app = await registerApp(fixture, { trusted: true, scopes: ['offline_access'] });
    await enter(fixture, app, { more: MORE });
    const models = new Set((await kept(fixture)).map(({ model }) => model));
    assert.deepEqual([...models].sort(), ['AccessToken', 'AuthorizationCode', 'Grant', 'RefreshToken', 'Session']);
    const ended = await end(fixture);
    assert.ok(ended.status < 300, JSON.stringify(ended));
    assert.deepEqual(await kept(fixture), []);
  });

test('they expire with the sign-in, although the protocol would keep them for a year', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, memberId } = fixture;
  const app = await registerApp(fixture, { trusted: true, scopes: ['offline_access'] });
  const { config, tokens } = await enter(fixture, app, { more: MORE });
  const signIns = service.database.read.selectFrom('sign_ins').select('expires_at').where('user_id', '=', memberId);
  const { expires_at } = await signIns.executeTakeFirstOrThrow();
  let refresh_token = tokens.refresh_token ?? '';
  for (let month = 0; month < 3; month++) {
    service.clock.advance(days(29));
    refresh_token = (await refreshTokenGrant(config, refresh_token)).refresh_token ?? '';
  }
  const long = (await kept(fixture)).filter((record) => record.expires_at > instantAt(service.clock.now() + days(1)));
  assert.deepEqual(
    long.map(({ model, expires_at: until }) => [model, until]).sort(),
    ['Grant', 'RefreshToken', 'Session'].map((model) => [model, expires_at]),
  );
});

test('another sign-in of the same person goes on', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { trusted: true, scopes: ['offline_access'] });
  const phone = { ...fixture, member: await fixture.service.tokenOf('ana@example.hr') };
  await enter(fixture, app, { more: MORE });
  const { config, tokens } = await enter(phone, app, { more: MORE });
  await fixture.service.call('POST /api/auth/logout', { token: fixture.member });
  assert.ok((await kept(fixture)).length > 0);
  assert.ok((await refreshTokenGrant(config, tokens.refresh_token ?? '')).access_token);
});
