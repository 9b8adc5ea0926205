import type { Db } from '../../platform/database/database.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import { changeProfile } from './change-profile.ts';
import { changeStanding } from './change-standing.ts';
import { journalledPerson } from './journalled-person.ts';
import type { UserStatus } from './user.ts';

interface Standing {
  readonly status: UserStatus;
  readonly role: Role;
  readonly tenant_id: TenantId;
}

const NOBODY: Standing = { status: 'deleted', role: 'guest', tenant_id: 0 };

/** Status, role and tenant. */
export const journalledStanding = journalledPerson<Standing>({
  kind: 'standing',
  none: NOBODY,
  read: async (db: Db, ids: readonly UserId[]) => {
    const columns = ['id', 'status', 'role', 'tenant_id'] as const;
    const people = db
      .selectFrom('users')
      .select(columns)
      .where('id', 'in', valuesOf(db, 'bigint', ids));
    return new Map((await people.execute()).map(({ id, ...standing }) => [id, standing]));
  },
  apply: async (tx, user, state, { at }) => {
    const did: string[] = [];
    const by = { at, without: 'restore' } as const;
    const moves = state.tenant_id !== user.tenant_id && user.status !== 'deleted';
    const isKnown = !moves || (await findTenant(tx, state.tenant_id)) !== undefined;
    if (moves && isKnown) await changeProfile(tx, user.id, { tenant_id: state.tenant_id }, by);
    if (moves) did.push(isKnown ? 'tenant' : 'tenant_unknown');
    // The new tenant is not in the backup, and in the old one the person must have no rights any more.
    const status = isKnown || state.status !== 'active' ? state.status : 'suspended';
    if (status !== user.status) did.push(`status_${status}`);
    if (state.role !== user.role) did.push('role');
    if (status !== user.status || state.role !== user.role)
      await changeStanding(tx, user, { ...(status === user.status ? {} : { status }), role: state.role }, by);
    return did;
  },
});
