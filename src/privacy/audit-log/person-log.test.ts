// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { minutes } from '../../platform/kernel/durations.ts';

async function begin(t: Parameters<typeof startTestService>[0]) {
  const service = await startTestService(t);
  const { id, email } = await service.addPerson();
  const own = await service.tokenOf(email);
  const admin = await service.tokenOf((await service.addPerson({ role: 'admin' })).email);
  await service.audit.forget();
  return { service, id, own, admin };
}

const looksOf = async (service: TestService, token: string) =>
  (await service.call('GET /api/users/me/access-log', { token })).body.items.map(
    ({ action, role, tenant }: Record<string, string>) => [action, role, tenant],
  );

for (const filter of ['user_id', 'actor_id'])
  test(`whoever reads the log of one person (${filter}) is in that person's access log, once in ten minutes`, async (t) => {
    const { service, id, own, admin } = await begin(t);
    const read = (token: string) => service.call(`GET /api/admin/audit?${filter}=${id}`, { token });
    for (const _ of [1, 2]) assert.equal((await read(admin)).status, 200);
    assert.deepEqual(
      (await service.audit.take()).map(({ action, user_id }) => [action, user_id]),
      [['user.read', id]],
    );
    assert.deepEqual(await looksOf(service, own), [['user.read', 'admin', 'Savez']]);
    service.clock.advance(minutes(11));
    await read(admin);
    assert.deepEqual(await service.audit.actions(), ['user.read']);
    await service.call('GET /api/admin/audit', { token: admin });
    await service.call(`GET /api/admin/audit?${filter}=999`, { token: admin });
    assert.deepEqual(await service.audit.actions(), [], 'the whole log is nobody’s, and an unknown number nobody');
  });

test('one’s own part of the log is not a look, nor is one that shows nothing', async (t) => {
  const { service, id, admin } = await begin(t);
  const me = (await service.call('GET /api/auth/me', { token: admin })).body.id;
  await service.call(`GET /api/admin/audit?actor_id=${me}`, { token: admin });
  await service.call(`GET /api/admin/audit?user_id=${id}&action=user.delete`, { token: admin });
  assert.deepEqual(await service.audit.take(), []);
});

test('a file of one person’s log is a look too', async (t) => {
  const { service, id, own, admin } = await begin(t);
  assert.equal(
    (await service.call(`GET /api/admin/audit/export?format=csv&user_id=${id}`, { token: admin })).status,
    200,
  );
  assert.deepEqual(await service.audit.actions(), ['audit.export', 'user.read']);
  assert.deepEqual(await looksOf(service, own), [['user.read', 'admin', 'Savez']]);
});

test('a file that has nothing of the person leaves nothing in their access log', async (t) => {
  const { service, admin } = await begin(t);
  const club = await service.addTenant('Klub');
  const { id } = await service.addPerson({ tenantId: club.id });
  const file = await service.call(`GET /api/admin/audit/export?format=csv&user_id=${id}`, { token: admin });
  assert.equal(file.status, 200);
  assert.deepEqual(await service.audit.actions(), ['audit.export']);
});

test('the club that somebody has left reads its part of their log on record, in its own log', async (t) => {
  const { service, id, own, admin } = await begin(t);
  const club = await service.addTenant('Klub');
  const boss = await service.tokenOf((await service.addPerson({ role: 'superadmin' })).email);
  const moved = await service.call(`PATCH /api/admin/users/${id}`, { token: boss, body: { tenant_id: club.id } });
  assert.equal(moved.status, 200, moved.text);
  await service.audit.forget();
  assert.ok((await service.call(`GET /api/admin/audit?user_id=${id}`, { token: admin })).body.total > 0);
  assert.deepEqual(await service.audit.actions(), ['user.read']);
  const { items } = (await service.call('GET /api/admin/audit?action=user.read', { token: admin })).body;
  assert.deepEqual(
    items.map(({ user_id, tenant_id }: Record<string, unknown>) => [user_id, tenant_id]),
    [[id, 1]],
  );
  assert.equal((await service.call('GET /api/auth/me', { token: own })).status, 401, 'a move ends sign-ins');
});
