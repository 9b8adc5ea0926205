import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { fromJson, toJson } from '../../platform/database/json-column.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { SavedMapping, savedMappingsTable } from './saved-mapping.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    saved_mappings: TableOf<typeof savedMappingsTable>;
  }
}

/** A tenant's, of which the one used longest ago makes room for a new one. */
export const MOST_SAVED = 50;

const lastUsed = (db: Db, tenantId: TenantId) =>
  db
    .selectFrom('saved_mappings')
    .where('tenant_id', '=', tenantId)
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .limit(MOST_SAVED);

/** Those of a tenant, the last used first. */
export async function listSavedMappings(db: Db, tenantId: TenantId): Promise<SavedMapping[]> {
  const rows = await lastUsed(db, tenantId).selectAll().execute();
  return rows.map((row) => ({ ...row, columns: fromJson(row.columns), roles: fromJson(row.roles) }));
}

/** Saves how a file was read, in place of how an earlier one with these headings was. */
export async function saveMapping(tx: Tx, mapping: SavedMapping): Promise<void> {
  const { file_name, encoding, used_at, tenant_id } = mapping;
  const written = { file_name, encoding, used_at, columns: toJson(mapping.columns), roles: toJson(mapping.roles) };
  await tx
    .insertInto('saved_mappings')
    .values({ ...mapping, ...written })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'shape']).doUpdateSet(written))
    .execute();
  const others = tx.deleteFrom('saved_mappings').where('tenant_id', '=', tenant_id);
  await others.where('id', 'not in', lastUsed(tx, tenant_id).select('id')).execute();
}

/** Resolves to whether the tenant had it. */
export async function forgetMapping(tx: Tx, tenantId: TenantId, id: string): Promise<boolean> {
  const gone = tx.deleteFrom('saved_mappings').where('id', '=', id).where('tenant_id', '=', tenantId);
  return (await gone.returning('id').executeTakeFirst()) !== undefined;
}

export const findSavedMapping = (db: Db, id: string): Promise<{ tenant_id: TenantId } | undefined> =>
  db.selectFrom('saved_mappings').select('tenant_id').where('id', '=', id).executeTakeFirst();
