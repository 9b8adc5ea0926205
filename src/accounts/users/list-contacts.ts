import type { Db } from '../../platform/database/database.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';

/** An administrator as shown to the people of their tenant. */
export interface Contact {
  readonly id: UserId;
  readonly full_name: string;
  readonly email: string;
}

/** The active administrators of a tenant, by name. */
export const listContactsIn = (db: Db, tenantId: TenantId, most: number): Promise<Contact[]> =>
  db
    .selectFrom('users')
    .select(['id', 'full_name', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active')
    .where('role', '=', 'admin')
    .orderBy('sort_key')
    .orderBy('id')
    .limit(most)
    .execute();
