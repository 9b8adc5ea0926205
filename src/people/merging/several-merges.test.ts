// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertMembershipsAgree } from '../../../test/support/memberships-agree.ts';
import { startTestService } from '../../../test/support/test-service.ts';

async function start(t: TestContext) {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '', SVC_ACCESS_TTL_MIN: '1440' });
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const people = [];
  for (const name of ['prva', 'druga', 'treca']) {
    const tenant = await service.addTenant(`Klub ${name}`);
    const user = await service.addPerson({ email: `${name}@example.hr`, tenantId: tenant.id });
    await service.tokenOf(user.email);
    people.push({ ...user, tenant });
  }
  const token = await service.tokenOf('glavna@example.hr');
  await service.audit.forget();
  const act = (target: string, body?: object) =>
    service.call(target, { token, ...(body === undefined ? {} : { body }) });
  const merge = async (id: number, into: number, more: object = {}) => {
    const answer = await act(`POST /api/admin/users/${id}/merge`, { into, ...more });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const unmerge = (id: number) => act(`POST /api/admin/users/${id}/unmerge`);
  /** What an id answers: of itself, or of whom it is now. */
  const whoIs = async (id: number) => {
    const { status, body } = await act(`GET /api/admin/users/${id}`);
    return status === 410 ? body.merged_into : body.id;
  };
  const tenantsOf = async (id: number) =>
    (await act(`GET /api/admin/users/${id}/memberships`)).body.items
      .map(({ tenant_id }: { tenant_id: number }) => tenant_id)
      .sort();
  const [one, two, three] = people;
  assert.ok(one !== undefined && two !== undefined && three !== undefined);
  return { service, one, two, three, merge, unmerge, whoIs, tenantsOf };
}

test('of several merges in a row every old id answers with the last account, and the last is undone first', async (t) => {
  const { service, one, two, three, merge, unmerge, whoIs, tenantsOf } = await start(t);
  await merge(one.id, two.id);
  assert.equal(await whoIs(one.id), two.id);
  await service.audit.forget();
  await merge(two.id, three.id);
  assert.deepEqual(await service.audit.actions(), ['user.merge']);
  assert.deepEqual([await whoIs(one.id), await whoIs(two.id), await whoIs(three.id)], [three.id, three.id, three.id]);
  assert.deepEqual(await tenantsOf(three.id), [one.tenant.id, two.tenant.id, three.tenant.id].sort());

  await service.audit.forget();
  const early = await unmerge(one.id);
  assert.deepEqual(
    [early.status, early.body.code],
    [409, 'merging.not_last'],
    'what came later may have moved what is to go back',
  );
  assert.deepEqual(await service.audit.actions(), []);
  assert.equal(await whoIs(one.id), three.id);

  assert.equal((await unmerge(two.id)).status, 204);
  assert.deepEqual([await whoIs(one.id), await whoIs(two.id), await whoIs(three.id)], [two.id, two.id, three.id]);
  assert.deepEqual(await tenantsOf(three.id), [three.tenant.id]);
  assert.deepEqual(await tenantsOf(two.id), [one.tenant.id, two.tenant.id].sort());
  assert.equal((await unmerge(one.id)).status, 204);
  assert.deepEqual([await whoIs(one.id), await whoIs(two.id)], [one.id, two.id]);
  for (const { id, email, tenant } of [one, two, three]) {
    assert.deepEqual(await tenantsOf(id), [tenant.id]);
    assert.equal((await service.signIn(email)).body.user.id, id);
  }
  await assertMembershipsAgree(service.database.read);
});

test('two that were merged into one are given back in the reverse order, whichever way in stayed', async (t) => {
  const { service, one, two, three, merge, unmerge, tenantsOf } = await start(t);
  await merge(one.id, three.id, { way_in: one.id });
  await merge(two.id, three.id, { way_in: two.id });
  assert.equal((await service.signIn(two.email)).body.user.id, three.id);
  assert.equal((await unmerge(one.id)).body.code, 'merging.not_last');
  assert.equal((await unmerge(two.id)).status, 204);
  assert.equal((await service.signIn(one.email)).body.user.id, three.id, 'as after the first merge');
  assert.equal((await unmerge(one.id)).status, 204);
  for (const { id, email, tenant } of [one, two, three]) {
    assert.deepEqual(await tenantsOf(id), [tenant.id]);
    assert.equal((await service.signIn(email)).body.user.id, id);
  }
  await assertMembershipsAgree(service.database.read);
});
