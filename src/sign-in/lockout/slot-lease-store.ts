import { type RawBuilder, sql } from 'kysely';
import { type Milliseconds, seconds } from '../../platform/kernel/durations.ts';

/** An evaluation in progress. `lease` is the period it was last renewed in. */
export interface Slot {
  readonly key: string;
  lease: number;
}

const PERIOD: Milliseconds = seconds(1.5);

/**
 * Number of the lease period. A slot is held through the period it was renewed in and the next, so a dead process's
 * slot is free within 3 s.
 */
export const periodAt = (now: Milliseconds): number => Math.floor(now / PERIOD);

/** The slots of a row as of now, in SQL: of the newest period, and of the one before. */
export interface SlotsNow {
  readonly lease: RawBuilder<number>;
  readonly newest: RawBuilder<number>;
  readonly before: RawBuilder<number>;
  readonly count: RawBuilder<number>;
}

/** A node's clock may be ahead by less than one period; a lease further ahead is an error and does not count. */
export function slotsAt(now: Milliseconds): SlotsNow {
  const period = periodAt(now);
  const isCurrent = sql<boolean>`lockouts.lease between ${period} and ${period + 1}`;
  const newest = sql<number>`case when ${isCurrent} then lockouts.places else 0 end`;
  const before = sql<number>`case when ${isCurrent} then lockouts.places_before when lockouts.lease = ${period - 1} then lockouts.places else 0 end`;
  return {
    lease: sql`case when ${isCurrent} then lockouts.lease else ${period} end`,
    newest,
    before,
    count: sql`(${newest} + ${before})`,
  };
}

/** The columns after freeing one slot, and whether it was still held. */
export function withoutSlot({ lease, newest, before }: SlotsNow, slot: Slot) {
  const isNewest = sql<boolean>`(${lease} = ${slot.lease} and ${newest} > 0)`;
  const isBefore = sql<boolean>`(${lease} = ${slot.lease + 1} and ${before} > 0)`;
  return {
    isHeld: sql<boolean>`(${isNewest} or ${isBefore})`,
    columns: {
      lease,
      places: sql<number>`${newest} - case when ${isNewest} then 1 else 0 end`,
      places_before: sql<number>`${before} - case when ${isBefore} then 1 else 0 end`,
    },
  };
}
