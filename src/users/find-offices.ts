import type { Db } from '../database/database.ts';
import * as store from './users-store.ts';

const AT_ONCE = 500; // parameters of one statement are limited

/** What these users are, and where; not who. */
export async function findOffices(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { role: string; tenant: string }>> {
  const offices = new Map<number, { role: string; tenant: string }>();
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const rows = await store.listOffices(db, ids.slice(start, start + AT_ONCE));
    for (const { id, role, tenant } of rows) offices.set(id, { role, tenant });
  }
  return offices;
}
