import type { Db, Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { TenantId } from '../kernel/entity-id.ts';

interface TenantLogo {
  /** Never used for another picture. */
  readonly name: string;
  readonly tenant_id: TenantId;
  /** Base64: neither engine's type for bytes is known to the other. */
  readonly png: string;
  readonly created_at: Instant;
}

declare module '../database/schema.ts' {
  interface Schema {
    tenant_logos: TenantLogo;
  }
}

export const findLogo = (db: Db, name: string): Promise<Pick<TenantLogo, 'png'> | undefined> =>
  db.selectFrom('tenant_logos').select('png').where('name', '=', name).executeTakeFirst();

/** In place of all that the tenant had. */
export async function replaceLogo(tx: Tx, tenantId: TenantId, logo: Omit<TenantLogo, 'tenant_id'> | null) {
  await tx.deleteFrom('tenant_logos').where('tenant_id', '=', tenantId).execute();
  if (logo !== null)
    await tx
      .insertInto('tenant_logos')
      .values({ ...logo, tenant_id: tenantId })
      .execute();
}

/** With the name and looks of the tenant, for mails. */
export const findBrand = (db: Db, tenantId: TenantId) =>
  db
    .selectFrom('tenants')
    .leftJoin('tenant_logos', 'tenant_logos.name', 'tenants.logo')
    .select(['tenants.name', 'tenants.color', 'tenant_logos.png'])
    .where('tenants.id', '=', tenantId)
    .executeTakeFirst();
