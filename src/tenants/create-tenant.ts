import type { AuditedCall } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import { slugOf, type Tenant } from './tenant.ts';
import { addTenant, countTenants, findFirstTenant } from './tenants-store.ts';

/** `undefined` when another tenant has the slug. Without one it is made of the name, or `savez-<number>` where that gives none. */
export async function createTenant(
  tx: Tx,
  call: AuditedCall,
  { name, slug = slugOf(name) }: { name: string; slug?: string | undefined },
): Promise<Tenant | undefined> {
  const wanted = { name, publisher_since: null, created_at: call.at, updated_at: call.at };
  const tenant = slug === '' ? await addNumbered(tx, wanted) : await addTenant(tx, { ...wanted, slug });
  if (tenant !== undefined) {
    await recordAudit(tx, call, {
      action: 'tenant.create',
      tenantId: tenant.id,
      meta: { name, slug: tenant.slug },
    });
  }
  return tenant;
}

/** A name in another script says nothing in ASCII, and two of them must not stand in each other's way. */
async function addNumbered(tx: Tx, wanted: Omit<Tenant, 'id' | 'slug'>): Promise<Tenant> {
  for (let number = (await countTenants(tx, Number.MAX_SAFE_INTEGER)) + 1; ; number++) {
    const added = await addTenant(tx, { ...wanted, slug: `savez-${number}` });
    if (added !== undefined) return added;
  }
}

/** The first tenant, made when there is none yet. Nodes that start together end with one. */
export async function getFirstTenant(tx: Tx, call: AuditedCall, wanted: { name: string }): Promise<Tenant> {
  const first = (await findFirstTenant(tx)) ?? (await createTenant(tx, call, wanted)) ?? (await findFirstTenant(tx));
  if (first === undefined) throw new Error('No tenant could be made');
  return first;
}
