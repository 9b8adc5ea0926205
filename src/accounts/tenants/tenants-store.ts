import type { Generated } from 'kysely';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Tenant } from './tenant.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    tenants: Omit<Tenant, 'id'> & { id: Generated<TenantId> };
  }
}

/** `undefined` when the slug is taken. */
export const addTenant = (tx: Tx, tenant: Omit<Tenant, 'id'>): Promise<Tenant | undefined> =>
  tx
    .insertInto('tenants')
    .values(tenant)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returningAll()
    .executeTakeFirst();

/** The oldest tenant, to which the first administrator belongs. */
export const findFirstTenant = (db: Db): Promise<Tenant | undefined> =>
  db.selectFrom('tenants').selectAll().orderBy('id').limit(1).executeTakeFirst();

/** @throws the engine's unique violation of `tenants__slug_unique` when the slug is taken */
export const changeTenant = (
  tx: Tx,
  id: TenantId,
  change: Partial<Pick<Tenant, 'name' | 'slug' | 'publisher_since'>> & Pick<Tenant, 'updated_at'>,
): Promise<Tenant | undefined> =>
  tx.updateTable('tenants').set(change).where('id', '=', id).returningAll().executeTakeFirst();

export const listTenants = (db: Db, after: number, limit: number): Promise<Tenant[]> =>
  db.selectFrom('tenants').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();

export async function countTenants(db: Db, most: number): Promise<number> {
  return countUpTo(db, db.selectFrom('tenants').select('id'), most);
}
