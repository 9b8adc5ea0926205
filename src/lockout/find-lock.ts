import type { Db } from '../database/database.ts';
import { type Instant, instantAt } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import { findAttempts } from './account-attempts-store.ts';

/** Until when an account is locked; `null` where it is not. */
export async function findLock(db: Db, userId: number, now: Milliseconds): Promise<Instant | null> {
  const until = (await findAttempts(db, userId))?.locked_until_ms ?? 0;
  return until > now ? instantAt(until) : null;
}
