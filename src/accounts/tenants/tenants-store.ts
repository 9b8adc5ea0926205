import { sql } from 'kysely';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Tenant, tenantsTable } from './tenant.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    tenants: TableOf<typeof tenantsTable>;
  }
}

/** `undefined` when the slug is taken. */
export const addTenant = (tx: Tx, tenant: Omit<Tenant, 'id'>): Promise<Tenant | undefined> =>
  tx
    .insertInto('tenants')
    .values(tenant)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returningAll()
    .executeTakeFirst();

/** The oldest tenant, to which the first administrator belongs. */
export const findFirstTenant = (db: Db): Promise<Tenant | undefined> =>
  db.selectFrom('tenants').selectAll().orderBy('id').limit(1).executeTakeFirst();

/** @throws the engine's unique violation of `tenants__slug_unique` when the slug is taken */
export const changeTenant = (
  tx: Tx,
  id: TenantId,
  change: Partial<Pick<Tenant, 'name' | 'slug' | 'publisher_since'>> & Pick<Tenant, 'updated_at'>,
): Promise<Tenant | undefined> =>
  tx.updateTable('tenants').set(change).where('id', '=', id).returningAll().executeTakeFirst();

export const listTenants = (db: Db, after: number, limit: number): Promise<Tenant[]> =>
  db.selectFrom('tenants').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();

export async function countTenants(db: Db, most: number): Promise<number> {
  return countUpTo(db, db.selectFrom('tenants').select('id'), most);
}

export const findTenantBySlug = (db: Db, slug: string): Promise<Tenant | undefined> =>
  db.selectFrom('tenants').selectAll().where('slug', '=', slug).executeTakeFirst();

export const findTenant = (db: Db, id: TenantId): Promise<Tenant | undefined> =>
  db.selectFrom('tenants').selectAll().where('id', '=', id).executeTakeFirst();

/** The tenant that publishes the federation's yearbooks: the one marked last, or else the first tenant. */
export const findPublisher = (db: Db): Promise<Tenant | undefined> =>
  db
    .selectFrom('tenants')
    .selectAll()
    .orderBy(({ fn, val }) => fn.coalesce('publisher_since', val('')), 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Changes a tenant's branding and locks its row until the transaction ends; `undefined` when there is no such tenant. */
export const setBranding = (
  tx: Tx,
  id: TenantId,
  change: Partial<Pick<Tenant, 'color' | 'logo'>>,
  at: Instant,
): Promise<Tenant | undefined> =>
  tx
    .updateTable('tenants')
    .set({ ...change, updated_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Puts the list of first steps aside from then on, or brings it back (null). Whether that changed anything. */
export async function setStepsAside(tx: Tx, id: TenantId, since: Instant | null): Promise<boolean> {
  const changed = await tx
    .updateTable('tenants')
    .set({ steps_aside_at: since })
    .where('id', '=', id)
    .where('steps_aside_at', since === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Written exactly as in the index `tenants__publisher`; evaluated once per statement, however many rows it returns. */
const publishersVersion = sql<string | null>`(
  select publisher.policy_version from tenants as publisher
  order by coalesce(publisher.publisher_since, '') desc, publisher.id limit 1
)`;

/** For statements that join `tenants`: its own policy's version or the publisher's; `null` where the default text is in force. */
export const policyVersionOfTenant = sql<string | null>`coalesce(tenants.policy_version, ${publishersVersion})`.as(
  'policy_version',
);

/** The version that applies to tenants without their own policy, and to guests. */
export async function findPublishersPolicyVersion(db: Db): Promise<string | null> {
  const { rows } = await sql<{ version: string | null }>`select ${publishersVersion} as version`.execute(db);
  return rows[0]?.version ?? null;
}

/** The version for people of a tenant; `null` where the default text is in force. An unknown tenant counts as one without a policy. */
export async function findPolicyVersion(db: Db, tenantId: number): Promise<string | null> {
  const own = await db.selectFrom('tenants').select('policy_version').where('id', '=', tenantId).executeTakeFirst();
  return own?.policy_version ?? findPublishersPolicyVersion(db);
}

/** Puts this version into force: the tenant's people are asked to accept it from now on. */
export async function recordPolicyVersion(tx: Tx, tenantId: number, version: string): Promise<void> {
  await tx.updateTable('tenants').set({ policy_version: version }).where('id', '=', tenantId).execute();
}
