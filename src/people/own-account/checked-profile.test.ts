// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { days } from '../../platform/kernel/durations.ts';

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Čavić' });
  const token = await service.tokenOf('ana@example.hr');
  const me = async () => (await service.call('GET /api/auth/me', { token })).body;
  const check = () => service.call('POST /api/users/me/checked', { token });
  return { service, id, token, me, check };
}

test('people say once a year that their data are right, and nothing else of them changes', async (t) => {
  const { service, id, me, check } = await start(t);
  const before = await me();
  assert.equal(before.checked_at, null);
  const answer = await check();
  assert.deepEqual([answer.status, answer.body], [200, { ...before, checked_at: '2026-03-01T10:00:00.000Z' }]);
  assert.deepEqual(await me(), answer.body);
  const [record, ...others] = await service.audit.take();
  assert.deepEqual([record?.action, record?.user_id, record?.actor_id, record?.meta], ['profile.check', id, id, {}]);
  assert.deepEqual(others, []);
  assert.deepEqual(await service.mails.take(), []);
});

test('the latest check counts, and a change of the data is none', async (t) => {
  const { service, check } = await start(t);
  await check();
  service.clock.advance(days(1));
  const token = await service.tokenOf('ana@example.hr');
  await service.call('PUT /api/auth/me', { token, body: { telefon: '091 234 5678' } });
  const changed = await service.call('GET /api/auth/me', { token });
  assert.equal(changed.body.checked_at, '2026-03-01T10:00:00.000Z');
  const answer = await service.call('POST /api/users/me/checked', { token });
  assert.equal(answer.body.checked_at, '2026-03-02T10:00:00.000Z');
  assert.equal((await service.call('POST /api/users/me/checked')).status, 401);
});

test('the export names the check', async (t) => {
  const { service, token, check } = await start(t);
  await check();
  const exported = await service.call('GET /api/users/me/gdpr-export', { token });
  assert.equal(exported.body.profile.checked_at, '2026-03-01T10:00:00.000Z');
});
