import { sql } from 'kysely';
import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import { type ListScope, peopleIn, rowIn } from '../../accounts/users/tenant-people-store.ts';
import type { Db } from '../../platform/database/database.ts';
import { liesIn } from '../../platform/database/tenant-scope.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import type { Milliseconds } from '../../platform/kernel/durations.ts';
import { countErasures, type ErasuresByDaysLeft } from '../../privacy/personal-data/count-erasures.ts';
import {
  countByPasskeys,
  countByTenant,
  countFunnel,
  countNotInvited,
  countWhere,
  type Funnel,
  type TenantFigures,
} from './progress-store.ts';

interface Counted {
  readonly [name: string]: number;
}

/** The current state of a tenant, or the whole service. */
export interface CurrentCounts {
  readonly users: {
    readonly total: number;
    readonly by_status: Counted;
    readonly by_role: Counted;
    readonly not_invited: number;
    readonly by_role_and_status: readonly { readonly role: string; readonly status: string; readonly count: number }[];
  };
  readonly two_factor: { readonly enabled: number; readonly of: number };
  /** `sent` is the total: each link is mailed. */
  readonly invitations: Readonly<Record<'sent' | 'pending' | 'used' | 'expired' | 'replaced' | 'cancelled', number>>;
  readonly funnel: Funnel;
  readonly tenants: readonly TenantFigures[] | null;
  readonly mails: Counted;
  /** When the oldest unsent mail was written. */
  readonly mail_waiting_since: string | null;
  readonly erasures: ErasuresByDaysLeft;
}

export async function countCurrent(
  db: Db,
  factors: SecondFactors,
  { scope, now }: { readonly scope: ListScope; readonly now: Milliseconds },
): Promise<CurrentCounts> {
  const { tenantId } = scope;
  return {
    ...(await countPeople(db, factors, scope)),
    invitations: await countInvitations(db, scope, now),
    funnel: await countFunnel(db, factors, scope),
    tenants: tenantId === undefined ? await countByTenant(db, factors, instantAt(now)) : null,
    mails: await countMailStates(db, scope),
    mail_waiting_since: await findWaitingSince(db, scope),
    erasures: await countErasures(db, scope, now),
  };
}

/** One pass over the index by standing, in its order. */
async function countPeople(
  db: Db,
  factors: SecondFactors,
  scope: ListScope,
): Promise<Pick<CurrentCounts, 'users' | 'two_factor'>> {
  const rows = await peopleIn(db, scope)
    .select(['listed.status', 'listed.role', ({ fn }) => fn.countAll<number>().as('count')])
    .select(({ fn }) => fn.count<number>('listed.two_factor_enabled_at').as('secured'))
    .groupBy(['listed.status', 'listed.role'])
    .execute();
  const { active: byPasskeys } = await countByPasskeys(db, factors, scope);
  const present = rows.filter(({ status }) => status !== 'deleted');
  const active = rows.filter(({ status }) => status === 'active');
  return {
    users: {
      total: sumOf(present),
      by_status: countedBy(rows, ({ status }) => status),
      by_role: countedBy(present, ({ role }) => role),
      not_invited: await countNotInvited(db, scope),
      by_role_and_status: [...Map.groupBy(rows, ({ role, status }) => `${role} ${status}`).values()].flatMap(
        ([first, ...others]) =>
          first === undefined ? [] : [{ role: first.role, status: first.status, count: sumOf([first, ...others]) }],
      ),
    },
    two_factor: { enabled: active.reduce((sum, { secured }) => sum + secured, byPasskeys), of: sumOf(active) },
  };
}

const sumOf = (rows: readonly { count: number }[]): number => rows.reduce((sum, { count }) => sum + count, 0);

const countedBy = <Row extends { count: number }>(rows: readonly Row[], nameOf: (row: Row) => string): Counted =>
  Object.fromEntries([...Map.groupBy(rows, nameOf)].map(([name, of]) => [name, sumOf(of)]));

async function countInvitations(db: Db, scope: ListScope, now: Milliseconds): Promise<CurrentCounts['invitations']> {
  const at = instantAt(now);
  const open = sql`used_at is null and replaced_at is null and cancelled_at is null`;
  const query = db
    .selectFrom('action_tokens')
    .innerJoin('tenant_people as listed', (join) => join.on(rowIn(scope, 'action_tokens.user_id')))
    .select(({ fn }) => [
      fn.countAll<number>().as('sent'),
      countWhere(sql`${open} and expires_at > ${at}`).as('pending'),
      countWhere(sql`${open} and expires_at <= ${at}`).as('expired'),
      countWhere(sql`used_at is not null`).as('used'),
      countWhere(sql`replaced_at is not null`).as('replaced'),
      countWhere(sql`cancelled_at is not null`).as('cancelled'),
    ])
    .where('kind', '=', 'invite');
  return query.executeTakeFirstOrThrow();
}

async function countMailStates(db: Db, scope: ListScope): Promise<Counted> {
  let query = db
    .selectFrom('mails')
    .select(['state as name', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('state');
  if (scope.tenantId !== undefined) query = query.where(liesIn(scope, 'tenant_id'));
  return Object.fromEntries((await query.execute()).map(({ name, count }) => [name, count]));
}

/** One lookup per tenant at the head of `mails__in_tenant_by_state`, however many wait after an import. */
async function findWaitingSince(db: Db, scope: ListScope): Promise<string | null> {
  const oldest = (state: 'queued' | 'sending') =>
    sql`(select created_at from mails where mails.tenant_id = tenants.id and state = ${state} order by id limit 1)`;
  const all = db
    .selectFrom('tenants')
    .select([
      sql<string | null>`min(${oldest('queued')})`.as('queued'),
      sql<string | null>`min(${oldest('sending')})`.as('sending'),
    ]);
  const { queued, sending } = await all.where(liesIn(scope, 'tenants.id')).executeTakeFirstOrThrow();
  return [queued, sending].filter((at) => at !== null).sort()[0] ?? null;
}
