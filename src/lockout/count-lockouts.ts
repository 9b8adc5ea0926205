import { countUpTo } from '../database/count-up-to.ts';
import type { Db } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import { lockedAt } from './lockouts-store.ts';

/** How many addresses are locked, counted no further than `most`. Which of them have an account is not known. */
export const countLockouts = (db: Db, at: Instant, most: number): Promise<number> =>
  countUpTo(db, lockedAt(db, at), most);
