import type { Db } from '../database/database.ts';
import type { Tenant } from './tenant.ts';

export const findTenantBySlug = (db: Db, slug: string): Promise<Tenant | undefined> =>
  db.selectFrom('tenants').selectAll().where('slug', '=', slug).executeTakeFirst();

export const findTenant = (db: Db, id: number): Promise<Tenant | undefined> =>
  db.selectFrom('tenants').selectAll().where('id', '=', id).executeTakeFirst();

/** The tenant whose yearbooks are the federation's: the one marked last, or the first while none is marked. */
export const findPublisher = (db: Db): Promise<Tenant | undefined> =>
  db
    .selectFrom('tenants')
    .selectAll()
    .orderBy(({ fn, val }) => fn.coalesce('publisher_since', val('')), 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
