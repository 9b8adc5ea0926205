import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { lockedRows } from '../../platform/database/sql-fragments.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { MembershipId, TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import type { Reach } from './membership.ts';
import { type StoredPassword, UNUSABLE_HASH } from './usable-password.ts';
import type { Account, User, UserStatus } from './user.ts';
import { type AccountPage, accounts, hasAnyOf } from './users-store.ts';

export const findAccount = (db: Db, id: UserId): Promise<Account | undefined> =>
  accounts(db).where('users.id', '=', id).executeTakeFirst();

/** A row of any status, also of whoever has no membership, having been merged. */
export const getUser = (db: Db, id: UserId): Promise<User> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** An account as what it is in one of its memberships. */
export const findAccountIn = (db: Db, id: UserId, membershipId: MembershipId): Promise<Account | undefined> =>
  accounts(db, sql`${membershipId}`).where('users.id', '=', id).executeTakeFirst();

/** An account as what it is in a tenant; `undefined` where it has no active membership there. */
export const findActiveAccountAt = (db: Db, id: UserId, tenantId: TenantId): Promise<Account | undefined> => {
  const there = sql<MembershipId>`(select there.id from memberships as there
    where there.user_id = users.id and there.tenant_id = ${tenantId} and there.state = 'active')`;
  return accounts(db, there).where('users.id', '=', id).executeTakeFirst();
};

export const findHome = (db: Db, id: UserId): Promise<Pick<User, 'id' | 'tenant_id'> | undefined> =>
  db.selectFrom('users').select(['id', 'tenant_id']).where('id', '=', id).executeTakeFirst();

/**
 * Never finds a deleted account: its address is free, and its owner signs in like a stranger. Nor a record that waits for the owner of
 * its address.
 */
export const findAccountByEmail = (db: Db, email: string): Promise<Account | undefined> =>
  accounts(db)
    .where('users.email', '=', email)
    .where('users.status', '<>', 'deleted')
    .where('users.joining_at', 'is', null)
    .executeTakeFirst();

/** The highest bcrypt cost of a stored hash; 0 when there is none. */
export async function findHighestPasswordCost(db: Db): Promise<number> {
  const cost = sql<string>`substr(password_hash, 5, 2)`; // as in the index
  const highest = db.selectFrom('users').select(cost.as('cost')).where('password_hash', 'is not', null);
  return Number((await highest.orderBy(cost, 'desc').limit(1).executeTakeFirst())?.cost ?? 0);
}

/** Which of these users have a usable password. */
export async function findUsersWithPassword(db: Db, ids: readonly UserId[]): Promise<number[]> {
  const found = db.selectFrom('users').select('id').where('id', 'in', ids).where('password_hash', '<>', UNUSABLE_HASH);
  return (await found.execute()).map(({ id }) => id);
}

/** Those of these users who are not deleted. */
export const findUsers = (db: Db, ids: readonly UserId[]): Promise<User[]> =>
  db.selectFrom('users').selectAll().where('id', 'in', ids).where('status', '<>', 'deleted').execute();

/** `undefined` when there is no such user. */
export const findStoredPassword = (db: Db, id: UserId): Promise<StoredPassword | undefined> =>
  db
    .selectFrom('users')
    .select(['password_hash', 'password_given_at', 'hash_renewed_at'])
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
    .executeTakeFirst();

/** Whether any account may manage others. */
export const hasAdministrator = (db: Db): Promise<boolean> => hasAnyOf(db, ['superadmin', 'admin']);

export const hasSuperadmin = (db: Db): Promise<boolean> => hasAnyOf(db, ['superadmin']);

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Ordered by id. Excludes deleted ones unless requested. */
export function listAccounts(db: Db, { tenantId, role, status, after, limit }: AccountPage): Promise<Account[]> {
  let page = accounts(db).where('users.id', '>', after).orderBy('users.id').limit(limit);
  page = status === undefined ? page.where('users.status', '<>', 'deleted') : page.where('users.status', '=', status);
  if (tenantId !== undefined) page = page.where('users.tenant_id', '=', tenantId);
  if (role !== undefined) page = page.where('users.role', '=', role);
  return page.execute();
}

/** Users deleted before an instant and not yet erased. */
export async function listDeletedBefore(db: Db, before: Instant, most: number): Promise<number[]> {
  const gone = db.selectFrom('users').select('id').where('status', '=', 'deleted').where('deleted_at', '<', before);
  return (await gone.orderBy('id').limit(most).execute()).map(({ id }) => id);
}

/** Avatars of these users, deleted ones included. */
export async function listAvatarUrls(db: Db, ids: readonly UserId[]): Promise<string[]> {
  const rows = await db.selectFrom('users').select('avatar_url').where('id', 'in', ids).execute();
  return rows.flatMap(({ avatar_url }) => avatar_url ?? []);
}

/** Counts accounts of every status. */
export async function countAccounts(db: Db): Promise<number> {
  const counted = db.selectFrom('users').select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}

/** An administrator as shown to the people of their tenant. */
export interface Contact {
  readonly id: UserId;
  readonly full_name: string;
  readonly email: string;
}

/** The active administrators of a tenant, by name. */
export const listContactsIn = (db: Db, tenantId: TenantId, most: number): Promise<Contact[]> =>
  db
    .selectFrom('users')
    .select(['id', 'full_name', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active')
    .where('role', '=', 'admin')
    .orderBy('sort_key')
    .orderBy('id')
    .limit(most)
    .execute();

/** The active superadmins. There are few. */
export const listSuperadmins = (db: Db): Promise<User[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'superadmin')
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();

/**
 * Reads an undeleted user and locks the row until the transaction ends, so that acts on one person are serialised on
 * PostgreSQL too. `undefined` when there is none.
 */
export const holdUserRow = (tx: Tx, id: UserId): Promise<User | undefined> =>
  tx
    .updateTable('users')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
    .returningAll()
    .executeTakeFirst();

/** Like `holdUserRow` for many, in the order of their ids, as everybody who locks several people does. */
export const holdUserRows = (tx: Tx, ids: readonly UserId[]): Promise<User[]> =>
  lockedRows(
    tx
      .selectFrom('users')
      .selectAll()
      .where('id', 'in', valuesOf('bigint', ids))
      .where('status', '<>', 'deleted')
      .orderBy('id'),
  ).execute();

/** Like `holdUserRow`, for any status. */
export const holdAnyUserRow = (tx: Tx, id: UserId): Promise<User | undefined> =>
  tx
    .updateTable('users')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

interface Door {
  /** Null: every role. */
  readonly roles: readonly Role[] | null;
  readonly tenant_ids: readonly TenantId[] | null;
  /** Null: of every tenant. */
  readonly tenant_id: TenantId | null;
  /** Whether what is below these tenants counts too. */
  readonly reach: Reach;
}

/** Selects the ids of people whom an application admits as nothing that they are. */
export const peopleOutside = (db: Db, { roles, tenant_ids: tenants, tenant_id: own, reach }: Door) => {
  const within = (ids: readonly TenantId[]) =>
    db
      .selectFrom('tenant_ancestors')
      .select('tenant_ancestors.tenant_id')
      .where('ancestor_id', 'in', ids)
      .$if(reach === 'own', (at) => at.where('steps', '=', 0));
  const admitted = (users: ExpressionBuilder<Schema, 'users'>) =>
    users
      .selectFrom('memberships')
      .select('memberships.user_id')
      .whereRef('memberships.user_id', '=', 'users.id')
      .where('memberships.state', '=', 'active')
      .$if(roles !== null, (some) => some.where('memberships.role', 'in', roles ?? []))
      .$if(tenants !== null, (some) => some.where('memberships.tenant_id', 'in', within(tenants ?? [])))
      .$if(own !== null, (some) => some.where('memberships.tenant_id', 'in', within(own === null ? [] : [own])));
  return db
    .selectFrom('users')
    .select('users.id')
    .where((users) => users.not(users.exists(admitted(users))));
};

export type PeopleOutside = ReturnType<typeof peopleOutside>;

/** When these users were created: what tells one from another with the same id after a restore. */
export const listBirths = (db: Db, ids: readonly UserId[]): Promise<Pick<User, 'id' | 'created_at'>[]> =>
  db.selectFrom('users').select(['id', 'created_at']).where('id', 'in', valuesOf('bigint', ids)).execute();

/** Of whoever was merged, what they were before: a backup from then has both accounts. */
export const listStandings = (
  db: Db,
  ids: readonly UserId[],
): Promise<Pick<User, 'id' | 'status' | 'role' | 'tenant_id'>[]> =>
  db
    .selectFrom('users')
    .select(['id', 'role', 'tenant_id'])
    .select(
      sql<UserStatus>`case when merged_into is null then status else coalesce(deleted_status, status) end`.as('status'),
    )
    .where('id', 'in', valuesOf('bigint', ids))
    .execute();

export const listPasswordHashes = (db: Db, ids: readonly UserId[]): Promise<Pick<User, 'id' | 'password_hash'>[]> =>
  db.selectFrom('users').select(['id', 'password_hash']).where('id', 'in', valuesOf('bigint', ids)).execute();
