import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';

/** Written as in the index `tenants__publisher`; asked once for a statement, however many rows it has. */
const publishersVersion = sql<string | null>`(
  select publisher.policy_version from tenants as publisher
  order by coalesce(publisher.publisher_since, '') desc, publisher.id limit 1
)`;

/** For statements that join `tenants`: its own policy's version or the publisher's; `null` where the default text is in force. */
export const policyVersionOfTenant = sql<string | null>`coalesce(tenants.policy_version, ${publishersVersion})`.as(
  'policy_version',
);

/** What a tenant inherits without a policy of its own, and what guests are asked about. */
export async function findPublishersPolicyVersion(db: Db): Promise<string | null> {
  const { rows } = await sql<{ version: string | null }>`select ${publishersVersion} as version`.execute(db);
  return rows[0]?.version ?? null;
}

/** Of people of a tenant; `null` where the default text is in force. A tenant that is not there inherits as any other. */
export async function findPolicyVersion(db: Db, tenantId: number): Promise<string | null> {
  const own = await db.selectFrom('tenants').select('policy_version').where('id', '=', tenantId).executeTakeFirst();
  return own?.policy_version ?? findPublishersPolicyVersion(db);
}

/** From now on the tenant's people are asked about this version. */
export async function notePolicyVersion(tx: Tx, tenantId: number, version: string): Promise<void> {
  await tx.updateTable('tenants').set({ policy_version: version }).where('id', '=', tenantId).execute();
}
