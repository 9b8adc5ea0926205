import { type RawBuilder, sql } from 'kysely';
import { isUsableInvitation } from '../../accounts/action-tokens/open-token.ts';
import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
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

const present = sql`users.status <> 'deleted'`;
/** The same condition as for `accepted` in `hasInvitation`. */
const opened = sql`users.must_change_pwd_at is null and users.email_verified_at is not null`;
const signedIn = sql`${opened} and users.last_login_at is not null`;

/** One pass over the index `users__in_tenant_by_last_login`. */
export async function countFunnel(db: Db, factors: SecondFactors, tenantId: TenantId | undefined): Promise<Funnel> {
  const all = db
    .selectFrom('users')
    .select([
      countWhere(sql`users.must_change_pwd_at is not null or users.email_verified_at is not null`).as('invited'),
      countWhere(opened).as('opened'),
      countWhere(signedIn).as('signed_in'),
      countWhere(sql`${signedIn} and users.two_factor_enabled_at is not null`).as('secured'),
    ])
    .where(sql<boolean>`${present}`);
  const of = tenantId === undefined ? all : all.where('tenant_id', '=', tenantId);
  const counted = await of.executeTakeFirstOrThrow();
  const { signed_in: byPasskeys } = await countByPasskeys(db, factors, tenantId);
  return { ...counted, secured: counted.secured + byPasskeys };
}

/** Of those whose account is not open yet, whom nobody has invited: the same condition as for `none` in `hasInvitation`. */
export async function countNotInvited(db: Db, tenantId: TenantId | undefined): Promise<number> {
  const all = db
    .selectFrom('users')
    .select(countWhere(sql`users.must_change_pwd_at is null and users.email_verified_at is null`).as('count'))
    .where('status', '=', 'invited');
  return (await (tenantId === undefined ? all : all.where('tenant_id', '=', tenantId)).executeTakeFirstOrThrow()).count;
}

/** People whose only second factor is a passkey, whom the passes over the larger indexes do not count. */
export async function countByPasskeys(
  db: Db,
  factors: SecondFactors,
  tenantId: TenantId | undefined,
): Promise<{ active: number; signed_in: number }> {
  const all = db
    .selectFrom('users')
    .select([
      countWhere(sql`users.status = 'active'`).as('active'),
      countWhere(sql`${present} and ${signedIn}`).as('signed_in'),
    ])
    .where(factors.byPasskeys());
  return (tenantId === undefined ? all : all.where('tenant_id', '=', tenantId)).executeTakeFirstOrThrow();
}

async function countByPasskeysInTenants(db: Db, factors: SecondFactors): Promise<ReadonlyMap<TenantId, number>> {
  const found = db
    .selectFrom('users')
    .select(['tenant_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('status', '=', 'active')
    .where(factors.byPasskeys())
    .groupBy('tenant_id');
  return new Map((await found.execute()).map(({ tenant_id, count }) => [tenant_id, count]));
}

export async function countByTenant(db: Db, factors: SecondFactors, at: Instant): Promise<TenantFigures[]> {
  const people = db
    .selectFrom('users')
    .select([
      'tenant_id',
      countWhere(present).as('people'),
      countWhere(sql`users.status = 'active'`).as('active'),
      countWhere(sql`${present} and users.last_login_at is null`).as('never_signed_in'),
      countWhere(sql`users.status = 'active' and users.two_factor_enabled_at is not null`).as('secured'),
    ])
    .groupBy('tenant_id');
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

async function countPendingByTenant(db: Db, at: Instant): Promise<ReadonlyMap<TenantId, number>> {
  const pending = db
    .selectFrom('action_tokens')
    .innerJoin('users', 'users.id', 'action_tokens.user_id')
    .select(['users.tenant_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where(isUsableInvitation(at))
    .where('users.must_change_pwd_at', 'is not', null)
    .where('users.status', '<>', 'deleted')
    .groupBy('users.tenant_id');
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
  tenantId: TenantId | undefined,
  { from, earlier }: { readonly from: Instant; readonly earlier: Instant },
): Promise<Joined> {
  const all = db
    .selectFrom('users')
    .select(({ fn }) => [
      fn.countAll<number>().as('both'),
      sql<number | null>`sum(case when created_at >= ${from} then 1 else 0 end)`.as('last'),
    ])
    .where('created_at', '>=', earlier)
    .where('status', '<>', 'deleted');
  const mine = tenantId === undefined ? all : all.where('tenant_id', '=', tenantId);
  const { both, last } = await mine.executeTakeFirstOrThrow();
  return { last: last ?? 0, before: both - (last ?? 0) };
}
