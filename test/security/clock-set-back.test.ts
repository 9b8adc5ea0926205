import assert from 'node:assert/strict';
import { test } from 'node:test';
import { days, minutes } from '../../src/platform/kernel/durations.ts';
import { PASSWORD, startTestService } from '../support/test-service.ts';

/** A server that started with a wrong clock, until NTP set it right. */
const AHEAD = days(20);

test('an account locked while the clock was ahead is free once it is set back, and can be locked again', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const { id } = await service.addPerson({ email: 'ana@example.hr' });
  const guess = async () => {
    for (let count = 0; count < 5; count++) await service.signIn('ana@example.hr', 'krivo');
    return (await service.signIn('ana@example.hr')).status;
  };
  service.clock.advance(AHEAD);
  assert.equal(await guess(), 423);
  service.clock.advance(minutes(1) - AHEAD);
  const token = await service.tokenOf('glavna@example.hr');
  const seen = async () => (await service.call(`GET /api/admin/users/${id}`, { token })).body.locked_until;
  assert.equal(await seen(), null);
  assert.equal((await service.signIn('ana@example.hr')).status, 200);
  assert.equal(await guess(), 423);
  assert.notEqual(await seen(), null);
  service.clock.advance(minutes(5));
  assert.equal((await service.signIn('ana@example.hr')).status, 200);
});

test('a sign-in of a clock that was ahead does not count as recent for weeks', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const token = await service.tokenOf('glavna@example.hr');
  service.clock.advance(minutes(14)); // while the token lives, which a refresh would end
  await service.call('POST /api/auth/reauthenticate', { token, body: { password: PASSWORD } });
  service.clock.advance(minutes(-12));
  const exported = () => service.call('GET /api/admin/audit/export?format=jsonl', { token });
  assert.deepEqual([(await exported()).status, (await exported()).body.code], [403, 'reauth.required']);
  const again = await service.call('POST /api/auth/reauthenticate', { token, body: { password: PASSWORD } });
  assert.equal(again.status, 200);
  assert.equal((await exported()).status, 200);
});
