import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { insertRows, valuesOf } from '../../platform/database/insert-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { MembershipId, TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { ACTING_ROLE } from './acting-store.ts';
import { FACTOR_RULES_OF_MEMBERSHIP } from './factor-rules-of-user-store.ts';
import type { Membership, membershipsTable } from './membership.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    memberships: TableOf<typeof membershipsTable>;
  }
}

export type NewMembership = Omit<Membership, 'id'>;

const COLUMNS = [
  'user_id',
  'tenant_id',
  'role',
  'reach',
  'state',
  'since',
  'until',
  'number',
  'source',
  'created_at',
  'updated_at',
  'ended_at',
] as const;

/** @throws the engine's unique violation of `memberships__user_id_unique` or `memberships__number_unique` */
export const addMembership = (tx: Tx, membership: NewMembership): Promise<Membership> =>
  tx.insertInto('memberships').values(membership).returningAll().executeTakeFirstOrThrow();

/** Adds those of many new people. */
export const addMemberships = (tx: Tx, rows: readonly NewMembership[]): Promise<void> =>
  insertRows(tx, { table: 'memberships', columns: COLUMNS, numbers: ['user_id', 'tenant_id'], rows });

export const findMembership = (db: Db, id: MembershipId): Promise<Membership | undefined> =>
  db.selectFrom('memberships').selectAll().where('id', '=', id).executeTakeFirst();

/** Everything a person is and was, ended ones included, oldest first. */
export const listMembershipsOf = (db: Db, userId: UserId): Promise<Membership[]> =>
  db.selectFrom('memberships').selectAll().where('user_id', '=', userId).orderBy('id').execute();

/** What people of a list are in each tenant, oldest first; ended ones left out. */
export const listLiveMemberships = (db: Db, ids: readonly UserId[]) =>
  db
    .selectFrom('memberships')
    .innerJoin('tenants', 'tenants.id', 'memberships.tenant_id')
    .select(['memberships.user_id', 'memberships.tenant_id', 'tenants.name as tenant_name'])
    .select(['memberships.role', 'memberships.state'])
    .where('memberships.user_id', 'in', valuesOf('bigint', ids))
    .where('memberships.state', '<>', sql.lit('ended'))
    .orderBy('memberships.user_id')
    .orderBy('memberships.id')
    .execute();

export type ListedMembership = Awaited<ReturnType<typeof listLiveMemberships>>[number];

interface Place {
  readonly id: UserId;
  readonly tenant_id: TenantId;
}

/** Changes the membership of a person in a tenant that has not ended. */
export async function changeMembershipIn(
  tx: Tx,
  { id, tenant_id }: Place,
  change: Partial<Pick<Membership, 'role' | 'tenant_id' | 'number'>> & Pick<Membership, 'updated_at'>,
): Promise<void> {
  await tx
    .updateTable('memberships')
    .set(change)
    .where('user_id', '=', id)
    .where('tenant_id', '=', tenant_id)
    .where('state', '<>', 'ended')
    .execute();
}

export type MembershipChange = Partial<
  Pick<Membership, 'role' | 'reach' | 'state' | 'since' | 'until' | 'number' | 'ended_at'>
>;

/** Changes one that has not ended; `undefined` when there is none. */
export const changeMembership = (
  tx: Tx,
  id: MembershipId,
  change: MembershipChange,
  updated_at: Instant,
): Promise<Membership | undefined> =>
  tx
    .updateTable('memberships')
    .set({ ...change, updated_at })
    .where('id', '=', id)
    .where('state', '<>', 'ended')
    .returningAll()
    .executeTakeFirst();

/** Those whose last day is over, not ended yet. */
export const listDue = (
  db: Db,
  today: string,
  after: MembershipId,
  most: number,
): Promise<Pick<Membership, 'id' | 'user_id'>[]> =>
  db
    .selectFrom('memberships')
    .select(['id', 'user_id'])
    .where('until', 'is not', null)
    .where('until', '<', today)
    .where('state', '<>', sql.lit('ended'))
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();

/** Whoever has come in for the first time is a member from then on. */
export async function activatePending(tx: Tx, userId: UserId, at: Instant): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ state: 'active', updated_at: at })
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .execute();
}

/** Ends them all and leaves what records of others refer to. */
export async function blankMemberships(tx: Tx, userId: UserId, at: Instant): Promise<void> {
  await tx
    .updateTable('memberships')
    .set(({ fn, ref, val }) => ({
      state: 'ended',
      since: null,
      until: null,
      number: null,
      updated_at: at,
      ended_at: fn.coalesce(ref('ended_at'), val(at)),
    }))
    .where('user_id', '=', userId)
    .execute();
}

/** What a restored backup would bring back. */
export type MembershipStanding = Pick<Membership, 'id' | 'tenant_id' | 'role' | 'reach' | 'state' | 'ended_at'>;

export const listMembershipStandings = (
  db: Db,
  userIds: readonly UserId[],
): Promise<(MembershipStanding & Pick<Membership, 'user_id'>)[]> =>
  db
    .selectFrom('memberships')
    .select(['id', 'user_id', 'tenant_id', 'role', 'reach', 'state', 'ended_at'])
    .where('user_id', 'in', valuesOf('bigint', userIds))
    .orderBy('id')
    .execute();

/** Of these people, those who are something in a tenant now. */
export async function findMembersOf(
  db: Db,
  tenantId: TenantId,
  userIds: readonly UserId[],
): Promise<ReadonlySet<UserId>> {
  const live = (await listMembershipStandings(db, userIds)).filter(
    ({ tenant_id, state }) => tenant_id === tenantId && state !== 'ended',
  );
  return new Set(live.map(({ user_id }) => user_id));
}

export async function restoreMembership(
  tx: Tx,
  { id, role, reach, state, ended_at }: MembershipStanding,
  at: Instant,
): Promise<void> {
  const standing = { role, reach, state, ended_at, updated_at: at };
  await tx.updateTable('memberships').set(standing).where('id', '=', id).execute();
}

export type OwnMembership = Pick<
  Membership,
  'id' | 'tenant_id' | 'role' | 'reach' | 'state' | 'since' | 'until' | 'number'
> & { readonly tenant_name: string };

/** What a person sees of themselves: whatever has not ended, and that in which they act. */
export const listOwnMemberships = (
  db: Db,
  { id, mid }: { readonly id: UserId; readonly mid: MembershipId },
): Promise<OwnMembership[]> =>
  db
    .selectFrom('memberships')
    .innerJoin('tenants', 'tenants.id', 'memberships.tenant_id')
    .select(['memberships.id', 'memberships.tenant_id', 'tenants.name as tenant_name', ACTING_ROLE.as('role')])
    .select(['memberships.reach', 'memberships.state', 'memberships.since', 'memberships.until', 'memberships.number'])
    .where('memberships.user_id', '=', id)
    .where((eb) => eb.or([eb('memberships.state', '<>', 'ended'), eb('memberships.id', '=', mid)]))
    .orderBy('memberships.id')
    .execute();

/** The active membership of a person in a tenant, with what its role's rules demand. */
export const findMembershipToActIn = (db: Db, userId: UserId, tenantId: TenantId) =>
  db
    .selectFrom('memberships')
    .select(['memberships.id', 'memberships.role', ...FACTOR_RULES_OF_MEMBERSHIP])
    .where('memberships.user_id', '=', userId)
    .where('memberships.tenant_id', '=', tenantId)
    .where('memberships.state', '=', 'active')
    .executeTakeFirst();
