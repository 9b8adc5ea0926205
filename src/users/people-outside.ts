import type { Db } from '../database/database.ts';
import type { TenantId } from '../kernel/entity-id.ts';
import type { Role } from '../kernel/role.ts';

interface Door {
  /** Null: every one. */
  readonly roles: readonly Role[] | null;
  readonly tenant_ids: readonly TenantId[] | null;
}

/** The ids of those whom a door does not admit, for a statement about what is theirs. */
export const peopleOutside = (db: Db, { roles, tenant_ids: tenants }: Door) =>
  db
    .selectFrom('users')
    .select('users.id')
    .where((user) =>
      user.or([
        ...(roles === null ? [] : [user('users.role', 'not in', roles)]),
        ...(tenants === null ? [] : [user('users.tenant_id', 'not in', tenants)]),
      ]),
    );

export type PeopleOutside = ReturnType<typeof peopleOutside>;
