import type { Db } from '../../platform/database/database.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import * as store from './users-store.ts';

/**
 * Current names of these people, deleted ones included. Leaves out unknown and erased people, and those of other tenants than
 * `tenantId` (undefined: any tenant).
 */
export async function findNames(
  db: Db,
  ids: readonly UserId[],
  tenantId: TenantId | undefined,
): Promise<ReadonlyMap<UserId, string>> {
  if (ids.length === 0) return new Map();
  const named = await store.listNames(db, ids, tenantId);
  return new Map(named.map(({ id, full_name }) => [id, full_name]));
}

const AT_ONCE = 500; // a statement's parameters are limited

/** Role and tenant of these users, not their identity. */
export async function findOffices(
  db: Db,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, { role: string; tenant: string }>> {
  const offices = new Map<UserId, { role: string; tenant: string }>();
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const rows = await store.listOffices(db, ids.slice(start, start + AT_ONCE));
    for (const { id, role, tenant } of rows) offices.set(id, { role, tenant });
  }
  return offices;
}
