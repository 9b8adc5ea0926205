// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refreshTokenGrant, tokenIntrospection } from 'openid-client';
import { startLogoutReceiver } from '../../../test/support/logout-receiver.ts';
import { enter, openAppFixture, registerApp } from '../../../test/support/relying-party.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { minutes, seconds } from '../../platform/kernel/durations.ts';
import { endDueApplications } from './end-due-applications.ts';

test('an end that comes by itself is carried out once: inactive at once, then word of every sign-in', async (t) => {
  const receiver = await startLogoutReceiver(t);
  const fixture = await openAppFixture(t, { SVC_PRIVATE_ADDRESSES: '127.0.0.0/8' });
  const { service, boss } = fixture;
  const end = (ends_at: number) =>
    service.call(`PUT /api/admin/applications/${app.id}`, { token: boss, body: { ends_at: instantAt(ends_at) } });
  const members = { backchannel_logout_uri: receiver.url, trusted: true, scopes: ['offline_access'] };
  const app = await registerApp(fixture, members);
  const other = await registerApp(fixture, members);
  const { tokens, config } = await enter(fixture, app, { more: { scope: 'openid offline_access' } });
  const { tokens: theirs, config: theirConfig } = await enter(fixture, other, {
    more: { scope: 'openid offline_access' },
  });
  assert.equal((await end(service.clock.now() + minutes(2))).status, 200);
  const round = async () => {
    // As two processes would, at the same moment.
    const ended = await Promise.all([endDueApplications(service), endDueApplications(service)]);
    await service.logouts.deliverDue();
    return ended.reduce((one, another) => one + another);
  };
  await service.audit.forget();
  assert.equal(await round(), 0, 'not yet');
  assert.equal((await tokenIntrospection(config, tokens.access_token)).active, true);

  service.clock.advance(minutes(2));
  await assert.rejects(tokenIntrospection(config, tokens.access_token), /challenge/, 'before anything has run');
  await assert.rejects(refreshTokenGrant(config, tokens.refresh_token ?? ''));
  assert.equal(receiver.bodies.length, 0);
  assert.equal(await round(), 1);
  const meta = { application_id: app.id, name: 'Trgovina' };
  assert.deepEqual(await service.audit.take(), [{ action: 'application.end', user_id: null, actor_id: null, meta }]);
  assert.equal(receiver.bodies.length, 1);
  const records = service.database.read.selectFrom('provider_records').where('application_id', 'is not', null);
  const kept = records.select('application_id').distinct();
  assert.deepEqual(
    (await kept.execute()).map(({ application_id }) => application_id),
    [other.id],
  );
  assert.equal((await tokenIntrospection(theirConfig, theirs.access_token)).active, true);

  service.clock.advance(seconds(10));
  assert.deepEqual([await round(), receiver.bodies.length], [0, 1], 'once');
  assert.deepEqual(await service.audit.take(), []);
  assert.equal((await end(service.clock.now() + minutes(5))).status, 200, 'it goes on, and ends again');
  assert.equal((await tokenIntrospection(config, tokens.access_token)).active, false, 'what it was given is gone');
  service.clock.advance(minutes(5));
  assert.equal(await round(), 1);
});
