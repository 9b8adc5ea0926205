import type { Clock } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';
import { EventTimes } from './event-times.ts';
import { ExpiringMap } from './expiring-map.ts';
import { OpenReservations } from './open-reservations.ts';
import type { SlidingWindow, TakeAnswer, WindowAnswer, WindowReservation, WindowRule } from './sliding-window.ts';
import { checkedWindowRule, RESERVATION_FORGOTTEN_AFTER, RESERVATION_LAPSES_AFTER } from './sliding-window.ts';

/** A key's window at one moment, expired entries removed. */
interface Occupancy {
  readonly counted: EventTimes;
  readonly open: OpenReservations;
  readonly live: number;
}

/**
 * One node's window, lost with its process. Holds at most `mostKeys` keys with counted events and as many with open
 * reservations; when full it drops the key with the oldest newest event.
 */
export function memorySlidingWindow(
  rule: WindowRule,
  clock: Clock,
  { mostKeys = 100_000 }: { readonly mostKeys?: number } = {},
): SlidingWindow {
  const { most, within } = checkedWindowRule(rule);
  const countedByKey = new ExpiringMap<EventTimes>(clock, mostKeys, within);
  const openByKey = new ExpiringMap<OpenReservations>(clock, mostKeys, RESERVATION_FORGOTTEN_AFTER);

  function occupancyOf(key: string, now: Milliseconds): Occupancy {
    const counted = countedByKey.find(key) ?? new EventTimes(most);
    const open = openByKey.find(key) ?? new OpenReservations(most);
    counted.dropUpTo(now - within);
    return { counted, open, live: open.liveAt(now) };
  }

  function countNow(key: string, now: Milliseconds): void {
    const counted = countedByKey.find(key) ?? new EventTimes(most);
    counted.dropUpTo(now - within);
    counted.push(now);
    countedByKey.put(key, counted);
  }

  function settle({ key, id }: WindowReservation): boolean {
    const open = openByKey.find(key);
    const isFirst = open?.settle(id, clock.now()) ?? false;
    if (open?.isEmpty) openByKey.delete(key);
    return isFirst;
  }

  function forget(key: string): boolean {
    const counted = countedByKey.find(key);
    counted?.dropUpTo(clock.now() - within);
    countedByKey.delete(key);
    return counted !== undefined && counted.size > 0;
  }

  function reserve(key: string): WindowAnswer {
    const now = clock.now();
    const { counted, open, live } = occupancyOf(key, now);
    if (counted.size >= most) return { kind: 'blocked', until: (counted.oldest ?? now) + within };
    if (counted.size + live >= most) return { kind: 'busy' };
    const reservation = { key, id: opaqueId() };
    open.add(reservation.id, now);
    openByKey.put(key, open);
    return { kind: 'reserved', reservation };
  }

  function take(key: string): TakeAnswer {
    const now = clock.now();
    const { counted, open, live } = occupancyOf(key, now);
    if (counted.size >= most) return { allowed: false, until: (counted.oldest ?? now) + within };
    if (counted.size + live >= most) {
      return { allowed: false, until: (open.oldestLive ?? now) + RESERVATION_LAPSES_AFTER };
    }
    countNow(key, now);
    return { allowed: true };
  }

  return {
    reserve: async (key) => reserve(key),
    count: async (reservation) => {
      if (settle(reservation)) countNow(reservation.key, clock.now());
    },
    release: async (reservation) => {
      settle(reservation);
    },
    renew: async ({ key, id }) => {
      const open = openByKey.find(key);
      open?.renew(id, clock.now());
      if (open !== undefined) openByKey.put(key, open);
    },
    clear: async (reservation) => settle(reservation) && forget(reservation.key),
    take: async (key) => take(key),
  };
}
