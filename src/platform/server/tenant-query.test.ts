import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf } from '../../../test/support/proper-answer.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { filtersByTenant } from './tenant-query.ts';

test('every filter `tenant_id` is also called `tenant`; two different ones are refused', async (t) => {
  const service = await startTestService(t);
  const elsewhere = await service.addTenant('Klub');
  await service.addPerson({ email: 'ana@example.hr', role: 'superadmin' });
  await service.addPerson({ tenantId: elsewhere.id, email: 'iva@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  const list = (query: string) => service.call(`GET /api/admin/users?${query}`, { token });
  for (const query of ['tenant=2', 'tenant_id=2', 'tenant=2&tenant_id=2']) {
    const { status, body } = await list(query);
    assert.deepEqual(
      [status, body.items.map(({ email }: { email: string }) => email)],
      [200, ['iva@example.hr']],
      query,
    );
  }
  const two = await list('tenant=1&tenant_id=2');
  assert.deepEqual([two.status, two.body.code], [400, 'request.tenant']);
  assert.deepEqual(problemsOf(await list('tenant=klub')), ['query.tenant type']);
  assert.equal((await list('tenant=77')).status, (await list('tenant_id=77')).status);

  const filtered = service.routes.filter((route) => route.method === 'GET' && filtersByTenant(route));
  assert.ok(filtered.length > 15, 'lists, their files and the statistics');
  const { body } = await service.call('GET /api/openapi.json');
  for (const { path } of filtered) {
    const names = body.paths[path.replace(/:(\w+)/g, '{$1}')].get.parameters.map(({ name }: { name: string }) => name);
    assert.ok(names.includes('tenant'), path);
  }
});

test('an administrator sees no further by the other name', async (t) => {
  const service = await startTestService(t);
  const elsewhere = await service.addTenant('Klub');
  await service.addPerson({ email: 'ana@example.hr', role: 'admin' });
  const token = await service.tokenOf('ana@example.hr');
  const codes = [];
  for (const name of ['tenant', 'tenant_id'])
    codes.push((await service.call(`GET /api/admin/users?${name}=${elsewhere.id}`, { token })).body.code);
  assert.deepEqual(codes, ['tenants.not_found', 'tenants.not_found']);
});
