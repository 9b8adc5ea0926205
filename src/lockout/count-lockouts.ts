import { countUpTo } from '../database/count-up-to.ts';
import type { Db } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import { lockedAt } from './lockouts-store.ts';

/** Number of locked addresses, counted up to `most`. Whether they have an account is not known here. */
export const countLockouts = (db: Db, at: Instant, most: number): Promise<number> =>
  countUpTo(db, lockedAt(db, at), most);
