import type { Database, Db } from '../database/database.ts';
import { CLOCKS_DIFFER, type Clock, type Instant, instantAt } from '../kernel/clock.ts';
import { days, type Milliseconds } from '../kernel/durations.ts';
import { findTrustedFrom, seeClock } from './leases-store.ts';

/** Longer than a restart or a weekend of repairs. */
const LONGEST_GAP = days(2);
/** Long enough for NTP, or for whoever reads the log, to set the clock right. */
const DOUBTED_FOR = days(1);

/**
 * Notes the clock's time for this job, and returns whether to doubt it: the clock jumped ahead by days since the job last asked,
 * and that was less than a day ago. Either the service was off for that long, or the clock is wrong, and what a wrong clock
 * deletes does not come back.
 */
export async function watchClock({ transaction }: Database, clock: Clock, job: string): Promise<boolean> {
  const now = clock.now();
  const seen = {
    job,
    seen_at: instantAt(now),
    jumpedIfBefore: instantAt(now - LONGEST_GAP),
    doubtedUntil: instantAt(now + DOUBTED_FOR),
  };
  const trusted_from = await transaction((tx) => seeClock(tx, seen));
  return isDoubted(trusted_from, now);
}

/** Until when this job doubts the clock; `undefined` while it trusts it, or has never asked. */
export async function doubtedUntil(db: Db, clock: Clock, job: string): Promise<Instant | undefined> {
  const trusted_from = await findTrustedFrom(db, job);
  return trusted_from !== undefined && isDoubted(trusted_from, clock.now()) ? trusted_from : undefined;
}

/** A doubt from further ahead was about a clock that has been set back. */
const isDoubted = (trusted_from: Instant, now: Milliseconds): boolean =>
  trusted_from > instantAt(now) && trusted_from <= instantAt(now + DOUBTED_FOR + CLOCKS_DIFFER);
