import { type Generated, sql, type Updateable } from 'kysely';
import type { Db, Engine, Tx } from '../database/database.ts';
import { valuesOf } from '../database/insert-rows.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Role } from '../kernel/role.ts';
import { UNUSABLE_HASH } from './usable-password.ts';
import { type Account, PRESENT_STATUSES, type User, type UserStatus } from './user.ts';

type UsersTable = Omit<User, 'id'> & { id: Generated<number> };

declare module '../database/schema.ts' {
  interface Schema {
    users: UsersTable;
  }
}

export type NewUser = Omit<User, 'id'>;
export type UserChange = Updateable<Omit<UsersTable, 'id' | 'created_at'>>;

/** Never a deleted one: their address is free and they sign in like strangers. */
export const findAccountByEmail = (db: Db, email: string): Promise<Account | undefined> =>
  accounts(db).where('users.email', '=', email).where('users.status', '<>', 'deleted').executeTakeFirst();

export const findAccount = (db: Db, id: number): Promise<Account | undefined> =>
  accounts(db).where('users.id', '=', id).executeTakeFirst();

/** `null` for who has none, or is not there. */
/** Those of these users who are there and not deleted. */
export const findUsers = (db: Db, ids: readonly number[]): Promise<User[]> =>
  db.selectFrom('users').selectAll().where('id', 'in', ids).where('status', '<>', 'deleted').execute();

export async function findPasswordHash(db: Db, id: number): Promise<string | null> {
  const found = db.selectFrom('users').select('password_hash').where('id', '=', id).where('status', '<>', 'deleted');
  return (await found.executeTakeFirst())?.password_hash ?? null;
}

/** @throws the engine's unique violation of `users__email_unique` when the address is taken */
export const addUser = (tx: Tx, user: NewUser): Promise<User> =>
  tx.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();

/** An update that changes nothing takes the row's lock on both engines; SQLite has no `for update`. */
export const lockUser = (tx: Tx, id: number): Promise<User | undefined> =>
  tx
    .updateTable('users')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
    .returningAll()
    .executeTakeFirst();

/** Changes a user who is not deleted; `undefined` when there is none. */
export const changeUser = (tx: Tx, id: number, change: UserChange): Promise<User | undefined> =>
  tx
    .updateTable('users')
    .set(change)
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
    .returningAll()
    .executeTakeFirst();

export type StandingChange = Pick<
  UserChange,
  'role' | 'status' | 'deleted_at' | 'deleted_status' | 'inactive_warned_at' | 'updated_at'
>;

export const changeStanding = (tx: Tx, id: number, change: StandingChange): Promise<User> =>
  tx.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const noteSignIn = (tx: Tx, id: number, hash: string, at: Instant): Promise<{ id: number } | undefined> =>
  tx
    .updateTable('users')
    .set({ last_login_at: at, inactive_warned_at: null })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('password_hash', '=', hash)
    .returning('id')
    .executeTakeFirst();

/** Returns the user as they stand, and holds their row until the transaction ends. */
export const noteVouchedSignIn = (
  tx: Tx,
  id: number,
  { picture, at }: { picture: string | null; at: Instant },
): Promise<User | undefined> =>
  tx
    .updateTable('users')
    .set({ last_login_at: at, inactive_warned_at: null, ...(picture === null ? {} : { google_picture: picture }) })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirst();

export const changePasswordHash = (
  tx: Tx,
  id: number,
  from: string | null,
  to: string,
  at: Instant,
): Promise<{ id: number } | undefined> =>
  tx
    .updateTable('users')
    .set({ password_hash: to, must_change_pwd_at: null, updated_at: at })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('password_hash', 'is not distinct from', from)
    .returning('id')
    .executeTakeFirst();

/** Replaces a hash that was made at a lower cost, unless the password changed meanwhile. */
export async function renewPasswordHash(tx: Tx, id: number, from: string, to: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .execute();
}

/** Who of these people has a password that opens the account. */
export async function findUsersWithPassword(db: Db, ids: readonly number[]): Promise<number[]> {
  const found = db.selectFrom('users').select('id').where('id', 'in', ids).where('password_hash', '<>', UNUSABLE_HASH);
  return (await found.execute()).map(({ id }) => id);
}

/** The highest bcrypt cost of a stored hash; 0 where there is none. */
export async function findHighestPasswordCost(db: Db): Promise<number> {
  const cost = sql<string>`substr(password_hash, 5, 2)`; // written as in the index
  const highest = db.selectFrom('users').select(cost.as('cost')).where('password_hash', 'is not', null);
  return Number((await highest.orderBy(cost, 'desc').limit(1).executeTakeFirst())?.cost ?? 0);
}

export const hasSuperadmin = (db: Db): Promise<boolean> => hasAnyOf(db, ['superadmin']);

/** Whether there is anybody who manages others. */
export const hasAdministrator = (db: Db): Promise<boolean> => hasAnyOf(db, ['superadmin', 'admin']);

async function hasAnyOf(db: Db, roles: readonly Role[]): Promise<boolean> {
  const found = db
    .selectFrom('users')
    .select('id')
    .where('role', 'in', roles)
    .where('status', 'in', PRESENT_STATUSES)
    .limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Which accounts, and after which id the page begins. */
export interface AccountPage {
  readonly tenantId?: number | undefined;
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
  readonly after: number;
  readonly limit: number;
}

/** In the order of ids. Without deleted ones, unless they are asked for. */
export function listAccounts(db: Db, { tenantId, role, status, after, limit }: AccountPage): Promise<Account[]> {
  let page = accounts(db).where('users.id', '>', after).orderBy('users.id').limit(limit);
  page = status === undefined ? page.where('users.status', '<>', 'deleted') : page.where('users.status', '=', status);
  if (tenantId !== undefined) page = page.where('users.tenant_id', '=', tenantId);
  if (role !== undefined) page = page.where('users.role', '=', role);
  return page.execute();
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The avatars of these users, deleted ones included. */
export async function listAvatarUrls(db: Db, ids: readonly number[]): Promise<string[]> {
  const rows = await db.selectFrom('users').select('avatar_url').where('id', 'in', ids).execute();
  return rows.flatMap(({ avatar_url }) => avatar_url ?? []);
}

export const lockAnyUser = (tx: Tx, id: number): Promise<User | undefined> =>
  tx
    .updateTable('users')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Everything about a person but their id, tenant, role and the time they came. */
export async function emptyUser(tx: Tx, id: number, rest: Pick<UserChange, 'email' | 'updated_at'>): Promise<void> {
  const texts = { ime: '', prezime: '', full_name: '', telefon: '', oib: '', sort_key: '', words: '', word_bits: 0 };
  const pictures = { avatar_url: null, google_picture: null };
  const access = {
    password_hash: null,
    email_verified_at: null,
    must_change_pwd_at: null,
    two_factor_enabled_at: null,
  };
  const times = { last_login_at: null, inactive_warned_at: null, deleted_at: null, deleted_status: null };
  const consent = { gdpr_consent_at: null, consent_policy_version: null, preferred_language: 'hr' as const };
  await tx
    .updateTable('users')
    .set({ ...texts, ...pictures, ...access, ...times, ...consent, ...rest })
    .where('id', '=', id)
    .where('status', '=', 'deleted')
    .execute();
}

/** The latest answer to the privacy policy; an older one that comes later changes nothing. */
export async function noteConsent(
  tx: Tx,
  id: number,
  { at, policyVersion }: { at: Instant; policyVersion: string },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ gdpr_consent_at: at, consent_policy_version: policyVersion })
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
    .where(({ eb, or }) => or([eb('gdpr_consent_at', 'is', null), eb('gdpr_consent_at', '<=', at)]))
    .execute();
}

export const listOffices = (db: Db, ids: readonly number[]): Promise<{ id: number; role: Role; tenant: string }[]> =>
  db
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .select(['users.id', 'users.role', 'tenants.name as tenant'])
    .where('users.id', 'in', ids)
    .execute();

/** Who has no name, as the erased have none, is left out. */
export function listNames(
  db: Db,
  engine: Engine,
  ids: readonly number[],
  tenantId: number | undefined,
): Promise<Pick<User, 'id' | 'full_name'>[]> {
  const named = db
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where('id', 'in', valuesOf(engine, 'bigint', ids))
    .where('full_name', '<>', '');
  return (tenantId === undefined ? named : named.where('tenant_id', '=', tenantId)).execute();
}

/** Who was deleted before an instant and not erased since. */
export async function listDeletedBefore(db: Db, before: Instant, most: number): Promise<number[]> {
  const gone = db.selectFrom('users').select('id').where('status', '=', 'deleted').where('deleted_at', '<', before);
  return (await gone.orderBy('id').limit(most).execute()).map(({ id }) => id);
}

/** Also of a deleted user: their pictures go with the rest of what they leave. */
export async function forgetAvatar(tx: Tx, id: number, at: Instant): Promise<void> {
  await tx.updateTable('users').set({ avatar_url: null, updated_at: at }).where('id', '=', id).execute();
}

const accounts = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .selectAll('users')
    .select('tenants.name as tenant_name');
