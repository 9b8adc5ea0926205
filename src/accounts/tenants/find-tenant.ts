import type { Db } from '../../platform/database/database.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Tenant } from './tenant.ts';

export const findTenantBySlug = (db: Db, slug: string): Promise<Tenant | undefined> =>
  db.selectFrom('tenants').selectAll().where('slug', '=', slug).executeTakeFirst();

export const findTenant = (db: Db, id: TenantId): Promise<Tenant | undefined> =>
  db.selectFrom('tenants').selectAll().where('id', '=', id).executeTakeFirst();

/** The tenant that publishes the federation's yearbooks: the one marked last, or else the first tenant. */
export const findPublisher = (db: Db): Promise<Tenant | undefined> =>
  db
    .selectFrom('tenants')
    .selectAll()
    .orderBy(({ fn, val }) => fn.coalesce('publisher_since', val('')), 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
