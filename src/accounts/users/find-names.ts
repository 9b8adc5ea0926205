import type { Db } from '../../platform/database/database.ts';
import type { TenantScope } from '../../platform/database/tenant-scope.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import * as store from './users-store.ts';

/**
 * Current names of these people, deleted ones included. Leaves out unknown and erased people, and those of other tenants than
 * the scope's.
 */
export async function findNames(
  db: Db,
  ids: readonly UserId[],
  scope: TenantScope,
): Promise<ReadonlyMap<UserId, string>> {
  if (ids.length === 0) return new Map();
  const named = await store.listNames(db, ids, scope);
  return new Map(named.map(({ id, full_name }) => [id, full_name]));
}

const IDS_PER_READ = 500; // a statement's parameters are limited

/** Role and tenant of these users, not their identity. */
export async function findActorRoles(
  db: Db,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, { role: string; tenant: string }>> {
  const actorRoles = new Map<UserId, { role: string; tenant: string }>();
  for (let start = 0; start < ids.length; start += IDS_PER_READ) {
    const rows = await store.listActorRoles(db, ids.slice(start, start + IDS_PER_READ));
    for (const { id, role, tenant } of rows) actorRoles.set(id, { role, tenant });
  }
  return actorRoles;
}
