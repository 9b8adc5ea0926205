import type { ExpressionBuilder } from 'kysely';
import type { Engine, Tx } from '../database/database.ts';
import { insertNumbered, valuesOf } from '../database/insert-rows.ts';
import type { Schema } from '../database/schema.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Role } from '../kernel/role.ts';
import type { UserStatus } from './user.ts';
import type { NewUser } from './users-store.ts';

const NEW_USER_COLUMNS = [
  'tenant_id',
  'email',
  'ime',
  'prezime',
  'full_name',
  'telefon',
  'preferred_language',
  'oib',
  'role',
  'status',
  'password_hash',
  'email_verified_at',
  'must_change_pwd_at',
  'created_at',
  'updated_at',
  'sort_key',
  'words',
  'word_bits',
] as const;

/** Leaves out who has an address that is taken. What is not among the columns is null for somebody new. Their ids, in their order. */
export const addUsers = (tx: Tx, engine: Engine, rows: readonly NewUser[]): Promise<(number | undefined)[]> => {
  const into = { engine, table: 'users', columns: NEW_USER_COLUMNS, numbers: ['tenant_id', 'word_bits'] } as const;
  return insertNumbered(tx, 'email', { ...into, rows, leaveOutTaken: true });
};

/** Those of `ids` with one of `roles` whom nobody has changed and who never signed in. */
export interface Untouched {
  readonly ids: readonly number[];
  readonly roles: readonly Role[];
}

export const isUntouched =
  (engine: Engine, { ids, roles }: Untouched) =>
  (eb: ExpressionBuilder<Schema, 'users'>) =>
    eb.and([
      eb('id', 'in', valuesOf(engine, 'bigint', ids)),
      eb('role', 'in', roles),
      eb('status', '<>', 'deleted'),
      eb('last_login_at', 'is', null),
      eb('updated_at', '=', eb.ref('created_at')),
    ]);

export const deleteUntouched = (
  tx: Tx,
  engine: Engine,
  { at, ...untouched }: Untouched & { at: Instant },
): Promise<{ id: number; tenant_id: number; deleted_status: UserStatus | null }[]> =>
  tx
    .updateTable('users')
    .set(({ ref }) => ({ status: 'deleted', deleted_at: at, deleted_status: ref('status'), updated_at: at }))
    .where(isUntouched(engine, untouched))
    .returning(['id', 'tenant_id', 'deleted_status'])
    .execute();
