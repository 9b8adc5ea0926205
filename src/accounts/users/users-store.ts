import type { Generated, RawBuilder, Updateable } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { emptiedColumns } from '../../platform/database/personal-rows.ts';
import { liesIn, type TenantScope } from '../../platform/database/tenant-scope.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { MembershipId, TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import { keysOf } from '../../platform/kernel/unchecked.ts';
import { policyVersionOfTenant } from '../tenants/tenants-store.ts';
import { ACTING_COLUMNS, NEXT_MEMBERSHIP, STATUS_IN_MEMBERSHIP } from './acting-store.ts';
import { TENANT_OF_ACCOUNT } from './callers-account.ts';
import { FACTOR_RULES_OF_MEMBERSHIP } from './factor-rules-of-user-store.ts';
import { peopleIn } from './tenant-people-store.ts';
import { PRESENT_STATUSES, type User, type UserStatus, usersTable } from './user.ts';

interface UsersTable extends Omit<User, 'id'> {
  id: Generated<UserId>;
  /** When the hash was last replaced by another of the same password. */
  hash_renewed_at: Generated<Instant | null>;
}

declare module '../../platform/database/schema.ts' {
  interface Schema {
    users: TableOf<typeof usersTable>;
  }
}

export type NewUser = Omit<User, 'id'>;
export type UserChange = Updateable<Omit<UsersTable, 'id' | 'created_at'>>;

/** @throws the engine's unique violation of `users__email_unique` when the address is taken */
export const addUser = (tx: Tx, user: NewUser): Promise<User> =>
  tx.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();

/** Changes an undeleted user; `undefined` when there is none. */
export const changeUser = (tx: Tx, id: UserId, change: UserChange): Promise<User | undefined> =>
  tx
    .updateTable('users')
    .set(change)
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
    .returningAll()
    .executeTakeFirst();

/** The columns derived from others, for any status. */
export const changeWords = (
  tx: Tx,
  id: UserId,
  change: Pick<User, 'sort_key' | 'words' | 'word_bits' | 'phone_digits'>,
): Promise<User> => tx.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Rows after an id, of any status. */
export const listAfter = (db: Db, after: number, most: number): Promise<User[]> =>
  db.selectFrom('users').selectAll().where('id', '>', after).orderBy('id').limit(most).execute();

export type StandingChange = Pick<
  UserChange,
  'status' | 'deleted_at' | 'deleted_status' | 'inactive_warned_at' | 'updated_at'
>;

export const changeStanding = (tx: Tx, id: UserId, change: StandingChange): Promise<User> =>
  tx.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** What somebody is in the tenant of their account; `undefined` where that is another one. */
export const changeHome = (
  tx: Tx,
  { id, tenant_id }: Pick<User, 'id' | 'tenant_id'>,
  change: Pick<UserChange, 'role' | 'tenant_id'> & { readonly updated_at: Instant },
): Promise<User | undefined> =>
  tx
    .updateTable('users')
    .set(change)
    .where('id', '=', id)
    .where('tenant_id', '=', tenant_id)
    .returningAll()
    .executeTakeFirst();

export async function hasAnyOf(db: Db, roles: readonly Role[]): Promise<boolean> {
  const found = peopleIn(db, { tenantId: undefined })
    .select('listed.user_id')
    .where('listed.role', 'in', roles)
    .where('listed.status', 'in', PRESENT_STATUSES)
    .limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Filter and position of a page of accounts. */
export interface AccountPage {
  readonly tenantId?: TenantId | undefined;
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
  readonly after: number;
  readonly limit: number;
}

/** Blanks everything about a person except id, tenant, role and creation time. */
export async function emptyUser(tx: Tx, id: UserId, rest: Pick<UserChange, 'email' | 'updated_at'>): Promise<void> {
  const { hash_renewed_at: _later, ...blanks } = emptiedColumns(usersTable);
  await tx
    .updateTable('users')
    .set({ ...blanks, preferred_language: 'hr', ...rest })
    .where('id', '=', id)
    .where('status', '=', 'deleted')
    .execute();
  // On its own: a hash that changes together with this instant is the same password, and no journal would note its end.
  await tx.updateTable('users').set({ hash_renewed_at: null }).where('id', '=', id).execute();
}

export const listActorRoles = (db: Db, ids: readonly UserId[]): Promise<{ id: UserId; role: Role; tenant: string }[]> =>
  db
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .select(['users.id', 'users.role', 'tenants.name as tenant'])
    .where('users.id', 'in', ids)
    .execute();

/** Leaves out users without a name, such as erased ones. */
export function listNames(
  db: Db,
  ids: readonly UserId[],
  scope: TenantScope,
): Promise<Pick<User, 'id' | 'full_name'>[]> {
  const named = db
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where('id', 'in', valuesOf('bigint', ids))
    .where('full_name', '<>', '');
  return named.where(liesIn(scope, 'tenant_id')).execute();
}

const OWN_COLUMNS = keysOf(usersTable.columns)
  .filter(
    (column): column is Exclude<typeof column, 'tenant_id' | 'role' | 'status'> =>
      column !== 'tenant_id' && column !== 'role' && column !== 'status',
  )
  .map((column) => `users.${column}` as const);

export const accounts = (db: Db, membership: RawBuilder<MembershipId> = NEXT_MEMBERSHIP) =>
  db
    .selectFrom('users')
    .innerJoin('memberships', (join) => join.on('memberships.id', '=', membership))
    .innerJoin('tenants', 'tenants.id', 'memberships.tenant_id')
    .select(OWN_COLUMNS)
    .select([...ACTING_COLUMNS, STATUS_IN_MEMBERSHIP.as('status')])
    .select([...TENANT_OF_ACCOUNT, policyVersionOfTenant, ...FACTOR_RULES_OF_MEMBERSHIP]);
