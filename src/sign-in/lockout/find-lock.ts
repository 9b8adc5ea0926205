import type { Db } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { lockoutKey } from './lockout-key.ts';
import { findLockout, lockEnd } from './lockouts-store.ts';

/** When the lock on an address ends; `null` when it is not locked. */
export async function findLock(db: Db, keys: Keyring, email: string, at: Instant): Promise<Instant | null> {
  const row = await findLockout(db, lockoutKey(keys, email));
  return row === undefined ? null : lockEnd(row, at);
}
