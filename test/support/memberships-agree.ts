import assert from 'node:assert/strict';
import type { Db } from '../../src/platform/database/database.ts';

/**
 * The tenant and role of every account are those of a membership: the one it has in that tenant, or the last it had there, as
 * a guest. Nobody is without any.
 */
export async function assertMembershipsAgree(db: Db): Promise<void> {
  const users = await db.selectFrom('users').select(['id', 'tenant_id', 'role', 'status', 'membership_id']).execute();
  const memberships = await db.selectFrom('memberships').selectAll().orderBy('id').execute();
  for (const { id, tenant_id, role, status, membership_id } of users) {
    const own = memberships.filter(({ user_id }) => user_id === id);
    const home = own.filter((one) => one.tenant_id === tenant_id);
    const live = home.find(({ state }) => state !== 'ended') ?? home.at(-1);
    assert.ok(live, `user ${id} is in tenant ${tenant_id} without a membership`);
    if (status !== 'deleted')
      assert.equal(live.state === 'ended' ? 'guest' : live.role, role, `the role of user ${id}`);
    if (status === 'active') assert.notEqual(live.state, 'pending', `user ${id} has come in`);
    if (status === 'invited') assert.equal(live.state, 'pending', `user ${id} has not come in`);
    if (membership_id !== null) assert.ok(own.some((one) => one.id === membership_id));
  }
}
