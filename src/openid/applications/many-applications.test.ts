// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { MOST_APPLICATIONS } from './manage-applications.ts';

const AT_ONCE = 8;
const LEFT = 2;

test('a tenant has five hundred applications at most, also when the last are added at once, and takes none of others', async (t) => {
  const service = await startTestService(t);
  const club = await service.addTenant('Klub');
  for (const [email, role, tenantId] of [
    ['gazda@example.hr', 'superadmin', 1],
    ['savez@example.hr', 'admin', 1],
    ['klub@example.hr', 'admin', club.id],
  ] as const)
    await service.addPerson({ email, role, tenantId });
  const create = async (token: string, members: object = {}) => {
    const body = { name: 'Trgovina', kind: 'web', redirect_uris: ['https://trgovina.example.hr/povratak'], ...members };
    const made = await service.call('POST /api/admin/applications', { token, body });
    return made.status === 409 ? made.body.code : made.status;
  };
  const token = await service.tokenOf('savez@example.hr');
  assert.equal(await create(token), 201);
  await service.database.transaction(async (tx) => {
    const { id: _, ...one } = await tx.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
    for (let count = 1; count < MOST_APPLICATIONS - LEFT; count++)
      await tx
        .insertInto('applications')
        .values({ ...one, id: `aplikacija-${count}` })
        .execute();
  });
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => create(token)));
  assert.deepEqual(answers.sort(), [...Array(LEFT).fill(201), ...Array(AT_ONCE - LEFT).fill('applications.too_many')]);
  assert.equal(await create(await service.tokenOf('klub@example.hr')), 201);
  assert.equal(await create(await service.tokenOf('gazda@example.hr')), 201, 'of all tenants');
  const boss = await service.tokenOf('gazda@example.hr');
  assert.equal(await create(boss, { tenant_id: 1 }), 'applications.too_many');
  const gone = await service.call('DELETE /api/admin/applications/aplikacija-1', { token });
  assert.equal(gone.status, 204);
  assert.equal(await create(boss, { tenant_id: 1 }), 201);
});
