// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMembershipFor } from '../../../test/support/add-membership.ts';
import { openBulkFixture } from '../../../test/support/bulk-fixture.ts';

const SUSPEND = { action: 'suspend', filter: { status: 'active', role: 'member' }, expected_total: 3 } as const;

test('an act goes on while whoever started it is in another club', async (t) => {
  const { service, admin, start, job } = await openBulkFixture(t);
  for (const _ of Array(3)) await service.addPerson();
  const other = await service.addTenant('Klub Neretva');
  await addMembershipFor(service, { userId: admin.id, tenantId: other.id, role: 'member' });
  const { id } = (await start(SUSPEND)).body;
  const { refresh_token } = (await service.signIn(admin.email)).body;
  const gone = await service.call('POST /api/auth/refresh', { body: { refresh_token, tenant_id: other.id } });
  assert.equal(gone.body.user.tenant_id, other.id);
  await service.audit.forget();
  await service.bulkActs.runDue();
  const over = await job(id);
  assert.deepEqual([over.status, over.done], ['completed', 3]);
  const trail = await service.audit.take();
  assert.deepEqual(
    trail.map(({ action, actor_id }) => [action, actor_id]),
    [...Array(3).fill(['user.suspend', admin.id]), ['bulk.finish', admin.id]],
  );
});

test('what somebody is elsewhere keeps no act alive that they started where they have nothing left', async (t) => {
  const { service, admin, start, job } = await openBulkFixture(t);
  for (const _ of Array(3)) await service.addPerson();
  const above = await service.addTenant('Savez saveza');
  await service.database.transaction((tx) =>
    tx.updateTable('tenants').set({ parent_id: above.id }).where('id', '=', 1).execute(),
  );
  const boss = await service.tokenOf((await service.addPerson({ role: 'superadmin', tenantId: above.id })).email);
  await addMembershipFor(service, { userId: admin.id, tenantId: above.id, role: 'admin', reach: 'below' });
  const { id } = (await start(SUSPEND)).body;
  const [here] = (await service.call(`GET /api/admin/users/${admin.id}/memberships`, { token: boss })).body.items;
  const on = `PATCH /api/admin/users/${admin.id}/memberships/${here.id}`;
  assert.equal((await service.call(on, { token: boss, body: { state: 'suspended' } })).status, 200);
  await service.audit.forget();
  await service.bulkActs.runDue();
  const over = await job(id, boss);
  assert.deepEqual([over.status, over.done], ['failed', 0]);
  assert.deepEqual(await service.audit.actions(), ['bulk.finish']);
});
