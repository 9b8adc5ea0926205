import type { Db, Tx } from '../database/database.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { Passkey } from './passkey.ts';
import { dropPasskeysOf, listPasskeys } from './passkeys-store.ts';

/** For whoever manages the person. */
export const listPasskeysOf = (db: Db, userId: UserId): Promise<Passkey[]> => listPasskeys(db, userId);

/** Removes all of them, for whoever has lost their devices. Returns how many there were. */
export const removePasskeysOf = (tx: Tx, userId: UserId): Promise<number> => dropPasskeysOf(tx, userId);
