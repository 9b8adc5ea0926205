import type { Db } from '../database/database.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';

/** An administrator, as the people of their tenant may know them. */
export interface Contact {
  readonly id: UserId;
  readonly full_name: string;
  readonly email: string;
}

/** The administrators who answer for a tenant now, in the order of names. */
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
