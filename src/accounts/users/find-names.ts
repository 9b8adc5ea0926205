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
