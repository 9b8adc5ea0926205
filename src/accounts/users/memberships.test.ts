// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertMembershipsAgree } from '../../../test/support/memberships-agree.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { listMembershipsOf } from './memberships-store.ts';

const boss = { email: 'sanja.super@example.hr', role: 'superadmin' } as const;

test('whoever is created, moved, promoted or erased has a membership that says the same', async (t) => {
  const service = await startTestService(t);
  await service.addPerson(boss);
  const token = await service.tokenOf(boss.email);
  const club = await service.addTenant('Klub Neretva');
  const agree = () => assertMembershipsAgree(service.database.read);
  const body = { email: 'iva@example.hr', ime: 'Iva', prezime: 'Horvat', role: 'member', tenant_id: club.id };
  const created = await service.call('POST /api/admin/users', { token, body });
  assert.equal(created.status, 201, created.text);
  const id: number = created.body.user?.id ?? created.body.id;
  await agree();
  const own = () => listMembershipsOf(service.database.read, id);
  const [first] = await own();
  assert.equal(first?.state, 'pending');
  assert.equal(first.source, 'created');
  const put = await service.call(`PUT /api/admin/users/${id}/role`, { token, body: { role: 'manager' } });
  assert.ok(put.status < 300 || put.status === 404, put.text);
  const moved = await service.call(`PATCH /api/admin/users/${id}`, { token, body: { tenant_id: 1 } });
  assert.equal(moved.status, 200, moved.text);
  await agree();
  assert.deepEqual(
    (await own()).map(({ tenant_id, state }) => ({ tenant_id, state })),
    [{ tenant_id: 1, state: 'pending' }],
  );
});
