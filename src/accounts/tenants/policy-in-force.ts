import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

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
export async function notePolicyVersion(tx: Tx, tenantId: number, version: string): Promise<void> {
  await tx.updateTable('tenants').set({ policy_version: version }).where('id', '=', tenantId).execute();
}
