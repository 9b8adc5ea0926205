import type { Tx } from '../database/database.ts';
import type { User } from './user.ts';

/**
 * Reads a user who is not deleted and holds their row until the transaction ends, so that two acts on one person happen
 * one after the other on PostgreSQL too. `undefined` when there is none.
 */
export const lockUser = (tx: Tx, id: number): Promise<User | undefined> =>
  tx
    .updateTable('users')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
    .returningAll()
    .executeTakeFirst();

/** The same for a user of any status. */
export const lockAnyUser = (tx: Tx, id: number): Promise<User | undefined> =>
  tx
    .updateTable('users')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
