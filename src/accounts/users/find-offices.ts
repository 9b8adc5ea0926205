import type { Db } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import * as store from './users-store.ts';

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
