import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addMembershipFor } from '../../../test/support/add-membership.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { minutes } from '../../platform/kernel/durations.ts';

/** Somebody who is a member where the superadmin looks, and an administrator elsewhere; the superadmin’s sign-in is old. */
async function start(t: TestContext, person: Parameters<Awaited<ReturnType<typeof startTestService>>['addPerson']>[0]) {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '' });
  const elsewhere = await service.addTenant('Klub Neretva');
  await service.addPerson({ email: 'sanja.super@example.hr', role: 'superadmin' });
  const { id } = await service.addPerson({ email: 'trener@example.hr', ...person });
  await addMembershipFor(service, {
    userId: id,
    tenantId: elsewhere.id,
    role: 'admin',
    state: person?.status === 'invited' ? 'pending' : 'active',
  });
  const token = await service.tokenOf('sanja.super@example.hr');
  const plain = await service.addPerson({ ...person, email: 'clan@example.hr' });
  service.clock.advance(minutes(11));
  await service.audit.forget();
  await service.mails.take();
  const code = async (target: string, body?: object) => {
    const answer = await service.call(target, { token, ...(body === undefined ? {} : { body }) });
    return `${answer.status} ${answer.body.code ?? ''}`.trim();
  };
  return { service, id, plain: plain.id, code };
}

test('a link to somebody who is invited here and an administrator elsewhere asks for proof', async (t) => {
  const { service, id, plain, code } = await start(t, { status: 'invited', passwordHash: null });
  assert.equal(await code(`POST /api/admin/users/${id}/invite`), '403 reauth.required');
  assert.equal(await code(`PATCH /api/admin/users/${id}`, { email: 'nova@example.hr' }), '403 reauth.required');
  const many = { action: 'invite', ids: [id] };
  assert.equal(await code('POST /api/admin/users/bulk', many), '403 reauth.required');
  assert.deepEqual([await service.audit.actions(), await service.mails.take()], [[], []]);
  assert.equal(await code(`POST /api/admin/users/${plain}/invite`), '200', 'of somebody who is nothing elsewhere');
});

test('letting in somebody who is an administrator elsewhere asks for proof', async (t) => {
  const { service, id, plain, code } = await start(t, { status: 'suspended' });
  assert.equal(await code(`POST /api/admin/users/${id}/unsuspend`), '403 reauth.required');
  assert.equal(await code('POST /api/admin/users/bulk', { action: 'unsuspend', ids: [id] }), '403 reauth.required');
  assert.equal(await code(`POST /api/admin/users/${id}/unlock`), '403 reauth.required');
  assert.deepEqual(await service.audit.actions(), []);
  assert.equal(await code(`POST /api/admin/users/${plain}/unsuspend`), '200');
});
