import type { Db } from '../database/database.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import * as store from './users-store.ts';

/**
 * Current names of these people, deleted ones included; leaves out those of other tenants than `tenantId` (undefined:
 * any), unknown or erased.
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
