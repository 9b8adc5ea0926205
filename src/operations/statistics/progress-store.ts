import { type RawBuilder, sql } from 'kysely';
import { isUsableInvitation } from '../../accounts/action-tokens/action-token.ts';
import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import { among, type ListScope, peopleIn, withAccounts } from '../../accounts/users/tenant-people-store.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';

/** Progress of all people who were ever invited: each number is part of the previous one. */
export interface Funnel {
  readonly invited: number;
  readonly opened: number;
  readonly signed_in: number;
  readonly secured: number;
}

export interface TenantFigures {
  readonly tenant_id: TenantId;
  readonly name: string;
  readonly people: number;
  readonly active: number;
  readonly never_signed_in: number;
  readonly invitations_pending: number;
  readonly secured: number;
}

const MOST_TENANTS = 500;

/** How many rows meet the condition. A bare sum over no rows would be null. */
export const countWhere = (condition: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;

const present = sql`listed.status <> 'deleted'`;
/** Whether somebody was ever invited. */
export const WAS_INVITED = sql`listed.invitation <> 'none'`;
/** The same condition as for `accepted` in `hasInvitation`. */
const opened = sql`listed.invitation = 'accepted'`;
const signedIn = sql`${opened} and listed.last_login_at is not null`;

/** One pass over the index by last sign-in. */
export async function countFunnel(db: Db, factors: SecondFactors, scope: ListScope): Promise<Funnel> {
  const of = peopleIn(db, scope)
    .select([
      countWhere(WAS_INVITED).as('invited'),
      countWhere(opened).as('opened'),
      countWhere(signedIn).as('signed_in'),
      countWhere(sql`${signedIn} and listed.two_factor_enabled_at is not null`).as('secured'),
    ])
    .where(sql<boolean>`${present}`);
  const counted = await of.executeTakeFirstOrThrow();
  const { signed_in: byPasskeys } = await countByPasskeys(db, factors, scope);
  return { ...counted, secured: counted.secured + byPasskeys };
}

/** Of those whose account is not open yet, whom nobody has invited: the same condition as for `none` in `hasInvitation`. */
export async function countNotInvited(db: Db, scope: ListScope): Promise<number> {
  const counted = peopleIn(db, scope)
    .select(countWhere(sql`listed.invitation = 'none'`).as('count'))
    .where('listed.status', '=', 'invited');
  return (await counted.executeTakeFirstOrThrow()).count;
}

/** People whose only second factor is a passkey, whom the passes over the larger indexes do not count. */
export async function countByPasskeys(
  db: Db,
  factors: SecondFactors,
  scope: ListScope,
): Promise<{ active: number; signed_in: number }> {
  return among(db, securedByPasskeys(db, factors), scope)
    .select([
      countWhere(sql`listed.status = 'active'`).as('active'),
      countWhere(sql`${present} and ${signedIn}`).as('signed_in'),
    ])
    .executeTakeFirstOrThrow();
}

const securedByPasskeys = (db: Db, factors: SecondFactors) =>
  db.selectFrom('users').select('users.id').where(factors.byPasskeys());

async function countByPasskeysInTenants(db: Db, factors: SecondFactors): Promise<ReadonlyMap<TenantId, number>> {
  const found = membersOfTenants(db)
    .where('listed.user_id', 'in', securedByPasskeys(db, factors))
    .where('listed.status', '=', 'active')
    .select(({ fn }) => fn.countAll<number>().as('count'));
  return new Map((await found.execute()).map(({ tenant_id, count }) => [tenant_id, count]));
}

export async function countByTenant(db: Db, factors: SecondFactors, at: Instant): Promise<TenantFigures[]> {
  const people = membersOfTenants(db).select([
    countWhere(present).as('people'),
    countWhere(sql`listed.status = 'active'`).as('active'),
    countWhere(sql`${present} and listed.last_login_at is null`).as('never_signed_in'),
    countWhere(sql`listed.status = 'active' and listed.two_factor_enabled_at is not null`).as('secured'),
  ]);
  const figures = db
    .selectFrom('tenants')
    .leftJoin(people.as('people'), 'people.tenant_id', 'tenants.id')
    .select((eb) => [
      'tenants.id as tenant_id',
      'tenants.name',
      ...(['people', 'active', 'never_signed_in', 'secured'] as const).map((name) =>
        eb.fn.coalesce(`people.${name}`, sql.lit(0)).as(name),
      ),
    ])
    .orderBy('people', 'desc')
    .orderBy('tenants.id')
    .limit(MOST_TENANTS);
  const pending = await countPendingByTenant(db, at);
  const byPasskeys = await countByPasskeysInTenants(db, factors);
  return (await figures.execute()).map((tenant) => ({
    ...tenant,
    secured: tenant.secured + (byPasskeys.get(tenant.tenant_id) ?? 0),
    invitations_pending: pending.get(tenant.tenant_id) ?? 0,
  }));
}

/** The people of each tenant, for figures of each. */
const membersOfTenants = (db: Db) =>
  db
    .selectFrom('tenant_people as listed')
    .where('listed.own_id', 'is not', null)
    .groupBy('listed.own_id')
    .select(sql.ref<TenantId>('listed.own_id').as('tenant_id'));

async function countPendingByTenant(db: Db, at: Instant): Promise<ReadonlyMap<TenantId, number>> {
  const pending = membersOfTenants(db)
    .innerJoin('action_tokens', 'action_tokens.user_id', 'listed.user_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isUsableInvitation(at))
    .where('listed.invitation', '=', 'sent')
    .where('listed.status', '<>', 'deleted');
  return new Map((await pending.execute()).map(({ tenant_id, count }) => [tenant_id, count]));
}

/** People who joined and still have an account; those removed by an undone import or deleted do not count. */
export interface Joined {
  readonly last: number;
  readonly before: number;
}

/** Since `from`, and between `earlier` and `from`. */
export async function countJoined(
  db: Db,
  scope: ListScope,
  { from, earlier }: { readonly from: Instant; readonly earlier: Instant },
): Promise<Joined> {
  const { both, last } = await withAccounts(peopleIn(db, scope))
    .select(({ fn }) => [
      fn.countAll<number>().as('both'),
      sql<number | null>`sum(case when users.created_at >= ${from} then 1 else 0 end)`.as('last'),
    ])
    .where('users.created_at', '>=', earlier)
    .where('listed.status', '<>', 'deleted')
    .executeTakeFirstOrThrow();
  return { last: last ?? 0, before: both - (last ?? 0) };
}
