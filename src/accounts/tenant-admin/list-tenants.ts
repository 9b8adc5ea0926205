import type { Static } from 'typebox';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { DEFAULT_LIMIT, pageAnswer, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { reachesTenant } from '../permissions/managing-users.ts';
import { scopeOf } from '../permissions/scope.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { listPaths, listTenantsIn, tenantsAt } from '../tenants/tenant-tree-store.ts';
import { findPublisher } from '../tenants/tenants-store.ts';
import { showInTree, type TenantsQuery } from './tenant-tree-wire.ts';

/** One page of the tenants in reach, or of those at and below one of them. @throws AppError 404 for one out of reach */
export async function listTenants(db: Db, caller: Caller, query: Static<typeof TenantsQuery>) {
  const { tenantId: above } = scopeOf(caller, query.below);
  const list = query.below === undefined ? 'tenants' : `tenants:${query.below}`;
  const [after = 0] = query.cursor === undefined ? [] : keyFromCursor(list, ['number'], query.cursor);
  const limit = query.limit ?? DEFAULT_LIMIT;
  const rows = await listTenantsIn(db, above, Number(after), limit + 1);
  const counted = await countUpTo(db, tenantsAt(db, above).select('tenants.id'), TOTAL_CAP + 1);
  const show = await placing(db, caller, rows);
  return pageAnswer(list, { rows, counted, limit }, ({ id }) => [id], show);
}

/** One tenant as the caller sees it. */
export const placed = async (db: Db, caller: Caller, tenant: Tenant) => (await placing(db, caller, [tenant]))(tenant);

/** How these tenants are shown, each with what is above it within the caller's reach. */
async function placing(db: Db, caller: Caller, tenants: readonly Tenant[]) {
  const publisherId = (await findPublisher(db))?.id;
  const steps =
    tenants.length === 0
      ? []
      : await listPaths(
          db,
          tenants.map(({ id }) => id),
        );
  const paths = Map.groupBy(
    steps.filter(({ ancestor_id, tenant_id }) => ancestor_id === tenant_id || reachesTenant(caller, ancestor_id)),
    ({ tenant_id }) => tenant_id,
  );
  const pathOf = (id: TenantId) => paths.get(id)?.map(({ ancestor_id }) => ancestor_id) ?? [id];
  return (tenant: Tenant) => showInTree(tenant, { path: pathOf(tenant.id), publisherId });
}
