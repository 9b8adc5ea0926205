import type { Tx } from '../database/database.ts';
import type { User } from './user.ts';
import * as store from './users-store.ts';

/**
 * Reads a user who is not deleted and holds their row until the transaction ends, so that two acts on one person happen
 * one after the other on PostgreSQL too. `undefined` when there is none.
 */
export const lockUser = (tx: Tx, id: number): Promise<User | undefined> => store.lockUser(tx, id);

/** The same for a user of any status. */
export const lockAnyUser = (tx: Tx, id: number): Promise<User | undefined> => store.lockAnyUser(tx, id);
