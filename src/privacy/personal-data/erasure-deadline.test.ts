import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { days } from '../../platform/kernel/durations.ts';

const QUEUE = '/api/admin/gdpr/erasure-requests';

for (const { at, due } of [
  { at: '2027-01-31T09:00:00.000Z', due: '2027-02-28T09:00:00.000Z' },
  { at: '2027-02-10T09:00:00.000Z', due: '2027-03-10T09:00:00.000Z' },
  { at: '2028-01-30T09:00:00.000Z', due: '2028-02-29T09:00:00.000Z' },
  { at: '2027-03-31T09:00:00.000Z', due: '2027-04-30T09:00:00.000Z' },
  { at: '2027-12-31T23:59:00.000Z', due: '2028-01-30T23:59:00.000Z' },
])
  test(`a request of ${at.slice(0, 10)} is due within a month`, async (t) => {
    const service = await startTestService(t, {}, { now: Date.parse(at) });
    const token = await service.tokenOf((await service.addPerson()).email);
    const asked = await service.call('POST /api/users/me/erasure', { token });
    assert.deepEqual([asked.status, asked.body.due_at], [200, due]);
  });

test('a deadline that has passed is not extended: the person must have been told within it', async (t) => {
  const service = await startTestService(t);
  const { email } = await service.addPerson();
  const { id } = (await service.call('POST /api/users/me/erasure', { token: await service.tokenOf(email) })).body;
  const admin = await service.addPerson({ role: 'admin' });
  const actions = async (token: string) => (await service.call(`GET ${QUEUE}/${id}`, { token })).body.actions;
  assert.ok((await actions(await service.tokenOf(admin.email))).includes('extend'));
  service.clock.advance(days(30) + 1);
  const token = await service.tokenOf(admin.email);
  assert.ok(!(await actions(token)).includes('extend'));
  await service.audit.forget();
  await service.mails.take();
  const late = await service.call(`POST ${QUEUE}/${id}/extend`, { token, body: { reason: 'Složen slučaj' } });
  assert.deepEqual([late.status, late.body.code], [409, 'erasure.state']);
  assert.deepEqual([await service.audit.take(), await service.mails.take()], [[], []]);
});
