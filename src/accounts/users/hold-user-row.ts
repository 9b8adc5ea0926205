import type { Tx } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { User } from './user.ts';

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

/** Like `holdUserRow`, for any status. */
export const holdAnyUserRow = (tx: Tx, id: UserId): Promise<User | undefined> =>
  tx
    .updateTable('users')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
