// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addMembershipFor } from '../../../test/support/add-membership.ts';
import { startTestService } from '../../../test/support/test-service.ts';

/** A federation over two clubs, with an administrator who reaches them, one who does not, and one of a club. */
async function start(t: TestContext) {
  const service = await startTestService(t);
  const below = async (name: string) => {
    const { id } = await service.addTenant(name);
    await service.database.transaction((tx) =>
      tx.updateTable('tenants').set({ parent_id: 1 }).where('id', '=', id).execute(),
    );
    return id;
  };
  const [neretva, cetina] = [await below('Klub Neretva'), await below('Klub Cetina')];
  const admin = async (email: string, tenantId: number) => {
    await service.addPerson({ email, role: 'admin', tenantId });
    return service.tokenOf(email);
  };
  const tokens = {
    federation: await admin('savez@example.hr', 1),
    own: await admin('ured@example.hr', 1),
    club: await admin('klub@example.hr', neretva),
  };
  await service.database.transaction((tx) =>
    tx
      .updateTable('memberships')
      .set({ reach: 'below' })
      .where('user_id', 'in', tx.selectFrom('users').select('id').where('email', '=', 'savez@example.hr'))
      .execute(),
  );
  const code = async (target: string, token: string, body: object = {}) => {
    const answer = await service.call(target, { token, body });
    return `${answer.status} ${answer.body.code ?? ''}`.trim();
  };
  await service.audit.forget();
  return { service, neretva, cetina, tokens, code };
}

test('somebody of two clubs is listed once by who reaches both, to whom the account is not shared', async (t) => {
  const { service, neretva, cetina, tokens, code } = await start(t);
  const { id } = await service.addPerson({ tenantId: neretva, prezime: 'Trener' });
  await addMembershipFor(service, { userId: id, tenantId: cetina, role: 'manager' });
  const { body } = await service.call('GET /api/admin/users?q=trener', { token: tokens.federation });
  assert.deepEqual([body.total, body.items.map((one: { id: number }) => one.id)], [1, [id]]);
  const there = await service.call(`GET /api/admin/users?q=trener&tenant_id=${cetina}`, { token: tokens.federation });
  assert.deepEqual([there.body.items[0].tenant_id, there.body.items[0].role], [cetina, 'manager']);
  const listed = await service.call(`GET /api/admin/users/${id}/memberships`, { token: tokens.federation });
  assert.deepEqual(
    listed.body.items.map((one: { tenant_id: number }) => one.tenant_id),
    [neretva, cetina],
  );
  assert.equal(await code(`PATCH /api/admin/users/${id}`, tokens.club, { ime: 'Iva' }), '403 users.shared');
  assert.equal(await code(`PATCH /api/admin/users/${id}`, tokens.federation, { ime: 'Iva' }), '200');
  assert.equal(await code(`PATCH /api/admin/users/${id}`, tokens.own, { ime: 'Eva' }), '404 users.not_found');
});

test('a list and its file name every tenant of a person that the caller reaches, and none beyond', async (t) => {
  const { service, neretva, cetina, tokens } = await start(t);
  const elsewhere = await service.addTenant('Klub Drava');
  const { id } = await service.addPerson({ tenantId: neretva, prezime: 'Trener' });
  await service.addPerson({ tenantId: neretva, prezime: 'Trenerov' });
  await addMembershipFor(service, { userId: id, tenantId: cetina, role: 'manager', state: 'suspended' });
  await addMembershipFor(service, { userId: id, tenantId: elsewhere.id, role: 'member' });
  const listed = async (token: string) =>
    (await service.call('GET /api/admin/users?q=trener', { token })).body.items.map(
      (one: { memberships?: unknown }) => one.memberships,
    );
  const both = [
    { tenant_id: neretva, tenant_name: 'Klub Neretva', role: 'member', state: 'active' },
    { tenant_id: cetina, tenant_name: 'Klub Cetina', role: 'manager', state: 'suspended' },
  ];
  assert.deepEqual(await listed(tokens.federation), [both, undefined]);
  assert.deepEqual(
    await listed(tokens.club),
    [undefined, undefined],
    'of one who is elsewhere too, no more than of others',
  );
  const file = async (token: string) =>
    (await service.call('GET /api/admin/users/export?format=csv&columns=surname,tenant&q=trener', { token })).text
      .trim()
      .split(/\r?\n/)
      .slice(1);
  assert.deepEqual(await file(tokens.federation), ['Trener;"Klub Neretva, Klub Cetina"', 'Trenerov;Klub Neretva']);
  assert.deepEqual(await file(tokens.club), ['Trener;Klub Neretva', 'Trenerov;Klub Neretva']);
});

test('who is something above the manager as well is no way to it: only what is below is theirs', async (t) => {
  const { service, neretva, tokens, code } = await start(t);
  const { id } = await service.addPerson({ tenantId: neretva, role: 'superadmin', email: 'glavna@example.hr' });
  await addMembershipFor(service, { userId: id, tenantId: 1, role: 'member' });
  const seen = await service.call(`GET /api/admin/users/${id}`, { token: tokens.federation });
  assert.deepEqual([seen.body.tenant_id, seen.body.role], [1, 'member']);
  assert.deepEqual(seen.body.actions, ['set_role', 'suspend', 'delete']);
  await service.audit.forget();
  for (const target of [`PATCH /api/admin/users/${id}`, `POST /api/admin/users/${id}/reset-password`])
    assert.equal(await code(target, tokens.federation), '403 users.shared', target);
  assert.deepEqual(await service.audit.actions(), []);
});

test('reach is granted, and whoever has it is managed, by those who have it alone', async (t) => {
  const { service, neretva, tokens, code } = await start(t);
  const { id } = await service.addPerson({ role: 'manager', email: 'izbornik@example.hr' });
  const [own] = (await service.call(`GET /api/admin/users/${id}/memberships`, { token: tokens.own })).body.items;
  const on = `PATCH /api/admin/users/${id}/memberships/${own.id}`;
  await service.audit.forget();
  assert.equal(await code(on, tokens.own, { reach: 'below' }), '403 users.tier');
  assert.equal(await code(on, tokens.federation, { reach: 'below' }), '200');
  assert.deepEqual(await service.audit.actions(), ['membership.update']);
  for (const [target, body] of [
    [`PATCH /api/admin/users/${id}`, { ime: 'Iva' }],
    [`PUT /api/admin/users/${id}/role`, { role: 'member' }],
    [`POST /api/admin/users/${id}/reset-password`, {}],
    [`POST /api/admin/users/${id}/invite`, {}],
    [on, { reach: 'own' }],
  ] as const)
    assert.equal(await code(target, tokens.own, body), '403 users.tier', target);
  const token = await service.tokenOf('izbornik@example.hr');
  const member = await service.addPerson({ tenantId: neretva });
  assert.equal((await service.call(`GET /api/admin/users/${member.id}`, { token })).status, 200);
  assert.equal(await code(on, tokens.federation, { reach: 'own' }), '200');
  assert.equal((await service.call(`GET /api/admin/users/${member.id}`, { token })).status, 404, 'at the next request');
});
