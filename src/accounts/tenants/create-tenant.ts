import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/store-errors.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { slugOf, type Tenant } from './tenant.ts';
import * as store from './tenants-store.ts';
import { addTenant, countTenants, findFirstTenant } from './tenants-store.ts';

/**
 * Returns `undefined` when another tenant has the slug. Without a slug it is derived from the name, or is `savez-<number>` if
 * the name yields none.
 */
export async function createTenant(
  tx: Tx,
  call: AuditedCall,
  {
    name,
    slug = slugOf(name),
    parent_id = null,
  }: { name: string; slug?: string | undefined; parent_id?: TenantId | null },
): Promise<Tenant | undefined> {
  const look = { color: null, logo: null };
  const nothingYet = { parent_id, publisher_since: null, policy_version: null, ...look, steps_aside_at: null };
  const wanted = { name, ...nothingYet, created_at: call.at, updated_at: call.at };
  const tenant = slug === '' ? await addNumbered(tx, wanted) : await addTenant(tx, { ...wanted, slug });
  if (tenant !== undefined) {
    await recordAudit(tx, call, {
      action: 'tenant.create',
      tenantId: tenant.id,
      meta: { name, slug: tenant.slug, ...(parent_id === null ? {} : { parent_id }) },
    });
  }
  return tenant;
}

/** A name in another script yields no ASCII; two such tenants must not collide. */
async function addNumbered(tx: Tx, wanted: Omit<Tenant, 'id' | 'slug'>): Promise<Tenant> {
  for (let number = (await countTenants(tx, Number.MAX_SAFE_INTEGER)) + 1; ; number++) {
    const added = await addTenant(tx, { ...wanted, slug: `savez-${number}` });
    if (added !== undefined) return added;
  }
}

/** The first tenant, created if there is none. Nodes that start together end up with one. */
export async function getFirstTenant(tx: Tx, call: AuditedCall, wanted: { name: string }): Promise<Tenant> {
  const first = (await findFirstTenant(tx)) ?? (await createTenant(tx, call, wanted)) ?? (await findFirstTenant(tx));
  if (first === undefined) throw new Error('No tenant could be created');
  return first;
}

/** Renames a tenant, or makes it the publisher of the yearbooks. @throws AppError `tenants.not_found` (404), `tenants.slug_taken` (409) */
export async function changeTenant(
  tx: Tx,
  call: AuditedCall,
  id: TenantId,
  change: Partial<Pick<Tenant, 'name' | 'slug' | 'publisher_since'>>,
): Promise<Tenant> {
  const isNothing = Object.keys(change).length === 0;
  const write = () => store.changeTenant(tx, id, { ...change, updated_at: call.at });
  const tenant = await (isNothing ? store.findTenant(tx, id) : write()).catch((error: unknown) => {
    throw isUniqueViolation(error, 'tenants__slug_unique')
      ? new AppError('tenants.slug_taken', { cause: error })
      : error;
  });
  if (tenant === undefined) throw new AppError('tenants.not_found');
  if (isNothing) return tenant;
  await recordAudit(tx, call, { action: 'tenant.update', tenantId: id, meta: { changed: change } });
  return tenant;
}
