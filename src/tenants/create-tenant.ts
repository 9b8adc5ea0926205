import type { Circumstances } from '../audit/circumstances.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import { slugOf, type Tenant } from './tenant.ts';
import { addTenant, findFirstTenant } from './tenants-store.ts';

/** `undefined` when another tenant has the slug. */
export async function createTenant(
  tx: Tx,
  circumstances: Circumstances,
  { name, slug = slugOf(name), at }: { name: string; slug?: string | undefined; at: Instant },
): Promise<Tenant | undefined> {
  const tenant = await addTenant(tx, { name, slug, publisher_since: null, created_at: at, updated_at: at });
  if (tenant !== undefined) {
    await recordAudit(tx, circumstances, {
      action: 'tenant.create',
      at,
      tenantId: tenant.id,
      meta: { name, slug: tenant.slug },
    });
  }
  return tenant;
}

/** The first tenant, made when there is none yet. Nodes that start together end with one. */
export async function getFirstTenant(
  tx: Tx,
  circumstances: Circumstances,
  wanted: { name: string; at: Instant },
): Promise<Tenant> {
  const first =
    (await findFirstTenant(tx)) ?? (await createTenant(tx, circumstances, wanted)) ?? (await findFirstTenant(tx));
  if (first === undefined) throw new Error('No tenant could be made');
  return first;
}
