import type { ExpressionBuilder } from 'kysely';
import { updateRows } from '../../platform/database/change-rows.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { insertNumbered, valuesOf } from '../../platform/database/insert-rows.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import { PERSON_FIELD_NAMES, PLAIN_FIELDS } from './person-form.ts';
import type { NewPerson } from './person-to-create.ts';
import type { User, UserStatus } from './user.ts';

const NEW_USER_COLUMNS = [
  'tenant_id',
  ...PERSON_FIELD_NAMES,
  'role',
  'status',
  'password_hash',
  'password_given_at',
  'email_verified_at',
  'must_change_pwd_at',
  'created_at',
  'updated_at',
  'sort_key',
  'words',
  'word_bits',
  'phone_digits',
  'joining_at',
  'address_proved_at',
] as const;

/** Skips taken addresses. Returns the ids in order. */
export const addUsers = (tx: Tx, rows: readonly NewPerson[]): Promise<(number | undefined)[]> => {
  const into = { table: 'users', columns: NEW_USER_COLUMNS, numbers: ['tenant_id', 'word_bits'] } as const;
  return insertNumbered(tx, 'email', { ...into, rows, leaveOutTaken: true });
};

const PROFILE_COLUMNS = [
  ...PLAIN_FIELDS,
  'sort_key',
  'words',
  'word_bits',
  'phone_digits',
  'updated_at',
] as const satisfies readonly (keyof User)[];

/** Writes the fields of people whose rows are locked, with what is derived from them. */
export const writeProfiles = (tx: Tx, users: readonly User[]): Promise<void> =>
  updateRows(tx, { table: 'users', key: ['id'], columns: PROFILE_COLUMNS, numbers: ['id', 'word_bits'], rows: users });

/** Those of `ids` with one of `roles` who were never changed and never signed in. An invitation changes nobody. */
export interface Untouched {
  readonly ids: readonly UserId[];
  readonly roles: readonly Role[];
}

const isUntouched =
  ({ ids, roles }: Untouched) =>
  (eb: ExpressionBuilder<Schema, 'users'>) =>
    eb.and([
      eb('id', 'in', valuesOf('bigint', ids)),
      eb('role', 'in', roles),
      eb('status', '<>', 'deleted'),
      eb('last_login_at', 'is', null),
      eb('updated_at', '=', eb.ref('created_at')),
    ]);

/** Those of `ids` whom `deleteUntouched` would leave, with what it would leave them for. */
export const listTouched = (db: Db, untouched: Untouched): Promise<TouchedUser[]> =>
  db
    .selectFrom('users')
    .select(['id', 'role', 'status', 'last_login_at'])
    .where('id', 'in', valuesOf('bigint', untouched.ids))
    .where((eb) => eb.not(isUntouched(untouched)(eb)))
    .execute();

export type TouchedUser = Pick<User, 'id' | 'role' | 'status' | 'last_login_at'>;

export const deleteUntouched = (
  tx: Tx,
  { at, ...untouched }: Untouched & { at: Instant },
): Promise<{ id: UserId; tenant_id: TenantId; deleted_status: UserStatus | null }[]> =>
  tx
    .updateTable('users')
    .set(({ ref }) => ({ status: 'deleted', deleted_at: at, deleted_status: ref('status'), updated_at: at }))
    .where(isUntouched(untouched))
    .returning(['id', 'tenant_id', 'deleted_status'])
    .execute();
