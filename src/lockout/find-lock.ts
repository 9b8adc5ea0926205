import type { Db } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import { lockoutKey } from './lockout-key.ts';
import { findLockout } from './lockouts-store.ts';

/** Until when an address is locked; `null` where it is not. */
export async function findLock(db: Db, keys: Keyring, email: string, at: Instant): Promise<Instant | null> {
  const until = (await findLockout(db, lockoutKey(keys, email)))?.locked_until ?? '';
  return until > at ? until : null;
}
