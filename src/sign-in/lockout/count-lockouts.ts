import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { lockedAt } from './lockouts-store.ts';

/** Number of locked addresses, with or without an account, counted up to `most`. */
export const countLockouts = (db: Db, at: Instant, most: number): Promise<number> =>
  countUpTo(db, lockedAt(db, at), most);
