import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';

/** The roles that see other people (`people.read`). */
const VIEWING = ['admin', 'manager'] as const satisfies readonly Role[];

export interface Viewer {
  readonly user_id: UserId;
  readonly full_name: string;
  readonly role: Role;
  readonly tenant_id: TenantId;
}

export interface Viewers {
  readonly total: number;
  /** The first by tenant and name. */
  readonly named: Viewer[];
}

/** Who reaches what is below these tenants, and sees the people there. Superadmins see everybody anyway. */
export async function findViewers(db: Db, tenantIds: readonly TenantId[], most: number): Promise<Viewers> {
  if (tenantIds.length === 0) return { total: 0, named: [] };
  const viewers = db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.tenant_id', 'in', tenantIds)
    .where('memberships.reach', '=', sql.lit('below'))
    .where('memberships.state', '=', sql.lit('active'))
    .where('memberships.role', 'in', VIEWING)
    .where('users.status', '=', sql.lit('active'));
  const { total } = await viewers
    .select(({ fn }) => fn.count<number>('users.id').distinct().as('total'))
    .executeTakeFirstOrThrow();
  const named = await viewers
    .select(['memberships.user_id', 'users.full_name', 'memberships.role', 'memberships.tenant_id'])
    .orderBy('memberships.tenant_id')
    .orderBy('users.sort_key')
    .orderBy('users.id')
    .limit(most)
    .execute();
  return { total, named };
}

/** Everybody in a tenant and below it, once. */
export async function countPeopleIn(db: Db, tenantId: TenantId): Promise<number> {
  const people = db.selectFrom('tenant_people').select(({ fn }) => fn.countAll<number>().as('count'));
  return (await people.where('tenant_id', '=', tenantId).executeTakeFirstOrThrow()).count;
}
