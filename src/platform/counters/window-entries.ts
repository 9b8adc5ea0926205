import { CLOCKS_DIFFER, type Clock } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import { ExpiringMap } from './expiring-map.ts';
import { OpenReservations } from './open-reservations.ts';
import { RESERVATION_FORGOTTEN_AFTER, type WindowReservation, type WindowRule } from './sliding-window.ts';

/** Times of the newest `most` events, oldest first: a queue that grows as needed, up to `most`. */
class EventTimes {
  readonly #most: number;
  #times: Milliseconds[] = [];
  #head = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#times.length - this.#head;
  }

  get oldest(): Milliseconds | undefined {
    return this.#times[this.#head];
  }

  /** Drops the oldest beyond `most`: only the newest `most` decide when the window has a free slot. */
  push(time: Milliseconds): void {
    this.#times.push(time);
    if (this.size > this.#most) this.#shift();
  }

  dropUpTo(time: Milliseconds): void {
    while (this.oldest !== undefined && this.oldest <= time) this.#shift();
  }

  #shift(): void {
    this.#head += 1;
    // Array.shift would move every element on each call; cutting off the consumed half moves each one once on average.
    if (this.#head * 2 < this.#times.length) return;
    this.#times = this.#times.slice(this.#head);
    this.#head = 0;
  }
}

/** A key's window at one moment, expired entries removed. */
interface Occupancy {
  readonly counted: EventTimes;
  readonly open: OpenReservations;
  readonly live: number;
}

/** The counted events and open reservations of each key. */
export interface WindowEntries {
  at(key: string, now: Milliseconds): Occupancy;
  count(key: string, now: Milliseconds): void;
  /** Adds a reservation to those that `at` returned. */
  open(reservation: WindowReservation, beside: OpenReservations, now: Milliseconds): void;
  /** Ends a reservation. Whether it was open until now. */
  settle(reservation: WindowReservation): boolean;
  renew(reservation: WindowReservation): void;
  /** Drops the counted events of a key. Whether there were any. */
  forget(key: string): boolean;
}

/** Holds at most `mostKeys` keys with counted events and as many with open reservations. */
export function windowEntries({ most, within }: WindowRule, clock: Clock, mostKeys: number): WindowEntries {
  const countedByKey = new ExpiringMap<EventTimes>(clock, mostKeys, within);
  const openByKey = new ExpiringMap<OpenReservations>(clock, mostKeys, RESERVATION_FORGOTTEN_AFTER);
  const countedAt = (key: string, now: Milliseconds): EventTimes => {
    const counted = countedByKey.find(key);
    counted?.dropUpTo(now - within);
    const isAhead = counted?.oldest !== undefined && counted.oldest > now + CLOCKS_DIFFER; // the clock was set back since
    return counted === undefined || isAhead ? new EventTimes(most) : counted;
  };
  return {
    at: (key, now) => {
      const counted = countedAt(key, now);
      const open = openByKey.find(key) ?? new OpenReservations(most);
      return { counted, open, live: open.liveAt(now) };
    },
    count: (key, now) => {
      const counted = countedAt(key, now);
      counted.push(now);
      countedByKey.put(key, counted);
    },
    open: ({ key, id }, beside, now) => {
      beside.add(id, now);
      openByKey.put(key, beside);
    },
    settle: ({ key, id }) => {
      const open = openByKey.find(key);
      const isFirst = open?.settle(id, clock.now()) ?? false;
      if (open?.isEmpty) openByKey.delete(key);
      return isFirst;
    },
    renew: ({ key, id }) => {
      const open = openByKey.find(key);
      open?.renew(id, clock.now());
      if (open !== undefined) openByKey.put(key, open);
    },
    forget: (key) => {
      const counted = countedByKey.find(key);
      counted?.dropUpTo(clock.now() - within);
      countedByKey.delete(key);
      return counted !== undefined && counted.size > 0;
    },
  };
}
