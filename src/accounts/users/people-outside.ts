import type { Db } from '../../platform/database/database.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';

interface Door {
  /** Null: every role. */
  readonly roles: readonly Role[] | null;
  readonly tenant_ids: readonly TenantId[] | null;
}

/** Selects the ids of people whom an application does not admit. */
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
