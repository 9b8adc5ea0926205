import type { Db, Engine } from '../database/database.ts';
import * as store from './users-store.ts';

/**
 * What these people are called now, deleted ones included; who is of another tenant than `tenantId` (undefined: of any),
 * unknown or erased is missing.
 */
export async function findNames(
  db: Db,
  engine: Engine,
  ids: readonly number[],
  tenantId: number | undefined,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const named = await store.listNames(db, engine, ids, tenantId);
  return new Map(named.map(({ id, full_name }) => [id, full_name]));
}
