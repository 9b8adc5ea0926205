import type { Tx } from '../database/database.ts';
import * as store from './account-attempts-store.ts';

/** Takes an account's lock and its count of wrong guesses away. */
export const unlockAccount = (tx: Tx, userId: number): Promise<void> => store.unlockAccount(tx, userId);
