import { sql } from 'kysely';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import type { PrivacyPolicy, privacyPoliciesTable } from './privacy-policy.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    privacy_policies: TableOf<typeof privacyPoliciesTable>;
  }
}

/** Adds the next version if the one it replaces is still the newest. Of concurrent callers exactly one gets a row. */
export async function addPolicy(
  tx: Tx,
  { tenant_id, number, version, text, published_at }: Omit<PrivacyPolicy, 'id'>,
): Promise<PrivacyPolicy | undefined> {
  const { rows } = await sql<PrivacyPolicy>`
    insert into privacy_policies (tenant_id, number, version, text, published_at)
    select t.id, ${sql.lit(number)}, ${version}, ${text}, ${published_at} from tenants as t
    where t.id = ${tenant_id}
    and ${sql.lit(number - 1)} = (select coalesce(max(p.number), 0) from privacy_policies as p where p.tenant_id = t.id)
    on conflict do nothing
    returning *`.execute(tx);
  return rows[0];
}

const named = (db: Db) =>
  db
    .selectFrom('privacy_policies')
    .innerJoin('tenants', 'tenants.id', 'privacy_policies.tenant_id')
    .selectAll('privacy_policies')
    .select('tenants.name as tenant_name');

export const findPolicy = (db: Db, version: string): Promise<(PrivacyPolicy & { tenant_name: string }) | undefined> =>
  named(db).where('version', '=', version).executeTakeFirst();

const ofTenant = (db: Db, tenantId: number) => db.selectFrom('privacy_policies').where('tenant_id', '=', tenantId);

/** Newest first. */
export const listPolicies = (
  db: Db,
  tenantId: number,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<PrivacyPolicy[]> =>
  ofTenant(db, tenantId).selectAll().where('number', '<', before).orderBy('number', 'desc').limit(limit).execute();

export async function countPolicies(db: Db, tenantId: number, most: number): Promise<number> {
  return countUpTo(db, ofTenant(db, tenantId).select('id'), most);
}
