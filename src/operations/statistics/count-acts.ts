import type { Db } from '../../platform/database/database.ts';
import { epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { days, hours, type Milliseconds } from '../../platform/kernel/durations.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { dayBefore, type TimeZone } from '../../platform/kernel/time-zone.ts';
import { isOneOf } from '../../platform/kernel/unchecked.ts';
import { type ActCount, type CountedAction, countActsBetween } from './act-counts-store.ts';

/** How often actions were recorded on a day in the reader's time zone, for a tenant or for all. */
export interface ActsOfDay {
  readonly day: string;
  /** When it began. */
  readonly from: Instant;
  readonly count: (...actions: readonly CountedAction[]) => number;
}

/** After this time all records of a day are committed. */
const SETTLED_AFTER = hours(1);
/** Counts are cached for at most this many time zone offsets. */
const ZONES_KEPT = 8;

/**
 * Counts acts of the last `window` days of a time zone, oldest first. The audit log is append-only, so a finished day is
 * counted once, for every tenant; only the newest days are counted again.
 */
export function actCounter(db: Db, window: number) {
  const settled = new Map<string, readonly ActCount[]>();
  const countDay = async (from: Instant, to: Instant, now: Milliseconds) => {
    const key = `${from} ${to}`; // zones with the same offset share it
    const rows = settled.get(key) ?? (await countActsBetween(db, from, to));
    settled.delete(key);
    if (epochOf(to) + SETTLED_AFTER <= now) settled.set(key, rows);
    return rows;
  };
  return async (
    isCounted: (tenantId: TenantId | null) => boolean,
    zone: TimeZone,
    now: Milliseconds,
  ): Promise<ActsOfDay[]> => {
    const result: ActsOfDay[] = [];
    for (const { day, from, to } of lastDays(zone, window, now)) {
      const rows = await countDay(from, to, now);
      const those = rows.filter((row) => isCounted(row.tenant_id));
      result.push(actsOf(day, from, those));
    }
    for (const key of settled.keys()) if (settled.size > ZONES_KEPT * window) settled.delete(key); // least recently used first
    return result;
  };
}

/** Oldest first; today is not over. */
function lastDays(zone: TimeZone, count: number, now: Milliseconds) {
  const found: { day: string; from: Instant; to: Instant }[] = [];
  let day = zone.dayOf(now);
  let to = instantAt(zone.startOf(day) + days(2)); // beyond today's end, also on a long day
  while (found.length < count) {
    const from = instantAt(zone.startOf(day));
    found.unshift({ day, from, to });
    [day, to] = [dayBefore(day), from];
  }
  return found;
}

const actsOf = (day: string, from: Instant, rows: readonly ActCount[]): ActsOfDay => ({
  day,
  from,
  count: (...actions) =>
    rows.filter(({ action }) => isOneOf(actions, action)).reduce((sum, { count }) => sum + count, 0),
});
