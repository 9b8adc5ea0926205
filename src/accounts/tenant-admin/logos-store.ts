import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, integer, type RowOf, type TableOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { ReceivedLogo } from './receive-logo.ts';

export const tenantLogosTable = defineTable(
  'tenant_logos',
  {
    /** The name of the picture, never reused. */
    name: text(),
    tenant_id: integer<TenantId>().references('tenants'),
    /** Base64, since the engines have different types for bytes. */
    png: text(),
    created_at: text<Instant>(),
  },
  {
    key: 'name',
    indexes: {
      tenant: 'tenant_id',
    },
    personal: { nobody: 'the name of a picture' },
  },
);

type TenantLogo = RowOf<typeof tenantLogosTable>;

declare module '../../platform/database/schema.ts' {
  interface Schema {
    tenant_logos: TableOf<typeof tenantLogosTable>;
  }
}

export const findLogo = (db: Db, name: string): Promise<Pick<TenantLogo, 'png'> | undefined> =>
  db.selectFrom('tenant_logos').select('png').where('name', '=', name).executeTakeFirst();

/** Replaces all logos of the tenant. */
export async function replaceLogo(tx: Tx, tenantId: TenantId, logo: ReceivedLogo | null, at: Instant): Promise<void> {
  await tx.deleteFrom('tenant_logos').where('tenant_id', '=', tenantId).execute();
  if (logo === null) return;
  const { name, png } = logo;
  await tx.insertInto('tenant_logos').values({ name, tenant_id: tenantId, png, created_at: at }).execute();
}

/** The name and branding of a tenant, for mails. */
export const findBrand = (db: Db, tenantId: TenantId) =>
  db
    .selectFrom('tenants')
    .leftJoin('tenant_logos', 'tenant_logos.name', 'tenants.logo')
    .select(['tenants.name', 'tenants.color', 'tenant_logos.png'])
    .where('tenants.id', '=', tenantId)
    .executeTakeFirst();
