import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TenantId } from '../kernel/entity-id.ts';

/** The tenants whose rows a list shows. */
export interface TenantScope {
  /** `undefined`: every tenant, and rows without one. */
  readonly tenantId: TenantId | undefined;
  /** Whether everything below that tenant belongs to it. */
  readonly below?: boolean | undefined;
}

/**
 * Whether the tenant of a row is in the scope: one equality where it is a single one. `indexed: false` keeps the engines off the
 * index by tenant, where rows are read in another order and only a few of them.
 */
export function liesIn(
  { tenantId, below = false }: TenantScope,
  column: string,
  { indexed = true }: { readonly indexed?: boolean } = {},
): RawBuilder<SqlBool> {
  if (tenantId === undefined) return sql<SqlBool>`1 = 1`;
  const tenant = indexed ? sql.ref(column) : sql`+${sql.ref(column)}`;
  return below
    ? sql<SqlBool>`${tenant} in (select within.tenant_id from tenant_ancestors as within where within.ancestor_id = ${tenantId})`
    : sql<SqlBool>`${tenant} = ${tenantId}`;
}
