import type { Generated, Updateable } from 'kysely';
import type { Db, Engine, Tx } from '../database/database.ts';
import { valuesOf } from '../database/insert-rows.ts';
import type { Role } from '../kernel/role.ts';
import { PRESENT_STATUSES, type User, type UserStatus } from './user.ts';

type UsersTable = Omit<User, 'id'> & { id: Generated<number> };

declare module '../database/schema.ts' {
  interface Schema {
    users: UsersTable;
  }
}

export type NewUser = Omit<User, 'id'>;
export type UserChange = Updateable<Omit<UsersTable, 'id' | 'created_at'>>;

/** @throws the engine's unique violation of `users__email_unique` when the address is taken */
export const addUser = (tx: Tx, user: NewUser): Promise<User> =>
  tx.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();

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

export async function hasAnyOf(db: Db, roles: readonly Role[]): Promise<boolean> {
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

export const accounts = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .selectAll('users')
    .select('tenants.name as tenant_name');
