import type { Clock } from '../kernel/clock.ts';
import { opaqueId } from '../kernel/ids.ts';
import type { SlidingWindow, TakeAnswer, WindowAnswer, WindowRule } from './sliding-window.ts';
import { checkedWindowRule, RESERVATION_LAPSES_AFTER } from './sliding-window.ts';
import { windowEntries } from './window-entries.ts';

/**
 * One node's window, lost with its process. Holds at most `mostKeys` keys with counted events and as many with open
 * reservations; when full it drops the key with the oldest newest event.
 */
export function memorySlidingWindow(
  rule: WindowRule,
  clock: Clock,
  { mostKeys = 100_000 }: { readonly mostKeys?: number } = {},
): SlidingWindow {
  const checked = checkedWindowRule(rule);
  const { most, within } = checked;
  const entries = windowEntries(checked, clock, mostKeys);

  function reserve(key: string): WindowAnswer {
    const now = clock.now();
    const { counted, open, live } = entries.at(key, now);
    if (counted.size >= most) return { kind: 'blocked', until: (counted.oldest ?? now) + within };
    if (counted.size + live >= most) return { kind: 'busy' };
    const reservation = { key, id: opaqueId() };
    entries.open(reservation, open, now);
    return { kind: 'reserved', reservation };
  }

  function take(key: string): TakeAnswer {
    const now = clock.now();
    const { counted, open, live } = entries.at(key, now);
    if (counted.size >= most) return { allowed: false, until: (counted.oldest ?? now) + within };
    if (counted.size + live >= most) {
      return { allowed: false, until: (open.oldestLive ?? now) + RESERVATION_LAPSES_AFTER };
    }
    entries.count(key, now);
    return { allowed: true };
  }

  return {
    reserve: async (key) => reserve(key),
    count: async (reservation) => {
      if (entries.settle(reservation)) entries.count(reservation.key, clock.now());
    },
    release: async (reservation) => {
      entries.settle(reservation);
    },
    renew: async (reservation) => entries.renew(reservation),
    clear: async (reservation) => entries.settle(reservation) && entries.forget(reservation.key),
    take: async (key) => take(key),
  };
}
