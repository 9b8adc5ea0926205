import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Tenant } from './tenant.ts';
import type { tenantAncestorsTable } from './tenant-ancestors.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    tenant_ancestors: TableOf<typeof tenantAncestorsTable>;
  }
}

/**
 * Holds the shape of the tree until the transaction ends, on the row of the oldest tenant: two moves at once, each of which looks
 * before the other has written, would make a circle.
 */
export async function holdTree(tx: Tx): Promise<void> {
  await tx
    .updateTable('tenants')
    .set(({ ref }) => ({ slug: ref('slug') }))
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('tenants as oldest').select('oldest.id').orderBy('oldest.id').limit(1),
    )
    .execute();
}

/** What lies above a tenant, the highest first, then the tenant itself; empty when there is no such tenant. */
export async function findPath(db: Db, id: TenantId): Promise<TenantId[]> {
  const above = db.selectFrom('tenant_ancestors').select('ancestor_id').where('tenant_id', '=', id);
  return (await above.orderBy('steps', 'desc').execute()).map(({ ancestor_id }) => ancestor_id);
}

export interface PathStep {
  readonly tenant_id: TenantId;
  readonly ancestor_id: TenantId;
}

/** The paths of these tenants, the highest first. */
export const listPaths = (db: Db, ids: readonly TenantId[]): Promise<PathStep[]> =>
  db
    .selectFrom('tenant_ancestors')
    .select(['tenant_id', 'ancestor_id'])
    .where('tenant_id', 'in', ids)
    .orderBy('tenant_id')
    .orderBy('steps', 'desc')
    .execute();

export interface Subtree {
  /** How many tenants, the highest included. */
  readonly tenants: number;
  /** How many levels. */
  readonly levels: number;
}

export const measureSubtree = (db: Db, id: TenantId): Promise<Subtree> =>
  db
    .selectFrom('tenant_ancestors')
    .select(({ fn }) => fn.countAll<number>().as('tenants'))
    .select(sql<number>`coalesce(max(steps), -1) + 1`.as('levels'))
    .where('ancestor_id', '=', id)
    .executeTakeFirstOrThrow();

/** Triggers write what is derived from it. The caller has held the tree. */
export const changeParent = (
  tx: Tx,
  id: TenantId,
  parent_id: TenantId | null,
  updated_at: Instant,
): Promise<Tenant | undefined> =>
  tx.updateTable('tenants').set({ parent_id, updated_at }).where('id', '=', id).returningAll().executeTakeFirst();

/** Tenants at or below one, or all of them, by id. */
export function listTenantsIn(db: Db, above: TenantId | undefined, after: number, limit: number): Promise<Tenant[]> {
  const page = tenantsAt(db, above).selectAll('tenants').where('tenants.id', '>', after);
  return page.orderBy('tenants.id').limit(limit).execute();
}

export const tenantsAt = (db: Db, above: TenantId | undefined) => {
  const all = db.selectFrom('tenants');
  if (above === undefined) return all;
  return all.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('tenant_ancestors')
        .select(sql.lit(1).as('one'))
        .whereRef('tenant_ancestors.tenant_id', '=', 'tenants.id')
        .where('tenant_ancestors.ancestor_id', '=', above),
    ),
  );
};

/** The ids at and below the tenant in a column, joined by commas; as part of a statement, so that a move counts at the next request. */
export const idsBelow = (column: string) => sql<string | null>`(
  select string_agg(cast(within.tenant_id as text), ',') from tenant_ancestors as within
  where within.ancestor_id = ${sql.ref(column)}
)`;

/** The ids at and above it. */
export const idsAbove = (column: string) => sql<string | null>`(
  select string_agg(cast(above.ancestor_id as text), ',') from tenant_ancestors as above
  where above.tenant_id = ${sql.ref(column)}
)`;
