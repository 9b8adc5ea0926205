import { type Milliseconds, minutes, seconds } from '../kernel/durations.ts';
import { memoise } from '../kernel/memoise.ts';
import { isCountersUnavailable } from './counters-errors.ts';

/** At most `most` (1–1,000,000) events per key within any `within` milliseconds. */
export interface WindowRule {
  readonly most: number;
  readonly within: Milliseconds;
}

/** A ticket for one act being evaluated. Settled once; settling again is a no-op. */
export interface WindowReservation {
  readonly key: string;
  readonly id: string;
}

/** `until`: milliseconds since 1970 when the window has a free slot again. */
export type WindowAnswer =
  | { readonly kind: 'reserved'; readonly reservation: WindowReservation }
  | { readonly kind: 'blocked'; readonly until: Milliseconds }
  | { readonly kind: 'busy' };

export type TakeAnswer = { readonly allowed: true } | { readonly allowed: false; readonly until: Milliseconds };

/**
 * Counts events in a sliding window: an event at `t` counts until just before `t + within`. Acts with a pending outcome
 * reserve their slot first, since a plain check would let any number of concurrent attempts through before the first
 * one counts. Every method throws `counters.unavailable` (503) when a shared store is down.
 */
export interface SlidingWindow {
  /** `blocked`: `most` events are counted. `busy`: fewer, but pending acts occupy the remaining slots. */
  reserve(key: string): Promise<WindowAnswer>;
  /** Counts the reserved act at the present time, even when the reservation has lapsed. */
  count(reservation: WindowReservation): Promise<void>;
  /** The reserved act does not count. */
  release(reservation: WindowReservation): Promise<void>;
  /** Keeps the slot of an act still being evaluated. */
  renew(reservation: WindowReservation): Promise<void>;
  /**
   * Success: the reserved act does not count and the key's count is cleared. Other reservations stay. Returns whether
   * anything was cleared.
   */
  clear(reservation: WindowReservation): Promise<boolean>;
  /** Reserves and counts in one step, for plain rate limits. */
  take(key: string): Promise<TakeAnswer>;
}

/** A reservation that is not renewed frees its slot: its process died. */
export const RESERVATION_LAPSES_AFTER: Milliseconds = seconds(3);

/** A lapsed reservation can still be settled for this long, so that a late failure counts. */
export const RESERVATION_FORGOTTEN_AFTER: Milliseconds = minutes(10);

/** Lapsed reservations kept for one key beyond its `most`; they occur only when processes die or hang. */
export const LAPSED_KEPT = 1_000;

/** @throws RangeError for a rule that would never let anything through or not fit into memory */
export function checkedWindowRule(rule: WindowRule): WindowRule {
  const { most, within } = rule;
  if (!Number.isInteger(most) || most < 1 || most > 1_000_000) throw new RangeError(`most: ${most}, not 1–1000000`);
  if (!Number.isInteger(within) || within < 1) throw new RangeError(`within: ${within}, not a positive integer`);
  return rule;
}

/** How often something may be done. */
export type RateLimit = Pick<SlidingWindow, 'take'>;

/**
 * A limit that uses the shared counters while they answer, and this process's own otherwise: a limit that is too wide for an
 * hour costs less than an outage. Not for guesses.
 */
export function rateLimitOver(shared: RateLimit, makeOwn: () => RateLimit): RateLimit {
  const own = memoise(makeOwn);
  return {
    take: async (key) => {
      try {
        return await shared.take(key);
      } catch (error) {
        if (!isCountersUnavailable(error)) throw error;
        return own().take(key);
      }
    },
  };
}
