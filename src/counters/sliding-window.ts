import { type Milliseconds, minutes, seconds } from '../kernel/durations.ts';

/** At most `most` (1–1,000,000) events in any stretch of `within` milliseconds, for each key. */
export interface WindowRule {
  readonly most: number;
  readonly within: Milliseconds;
}

/** A ticket for one act under evaluation. It is settled once; a second settling changes nothing. */
export interface WindowReservation {
  readonly key: string;
  readonly id: string;
}

/** `until` is milliseconds since 1970: the first moment at which the window has a free place again. */
export type WindowAnswer =
  | { readonly kind: 'reserved'; readonly reservation: WindowReservation }
  | { readonly kind: 'blocked'; readonly until: Milliseconds }
  | { readonly kind: 'busy' };

export type TakeAnswer = { readonly allowed: true } | { readonly allowed: false; readonly until: Milliseconds };

/**
 * Counts events in a sliding window. An event at `t` counts from `t` until just before `t + within`.
 * Acts whose outcome is not known yet reserve their place first: a check without reservation would let any number of
 * simultaneous attempts through before the first of them counts.
 * Every method throws `counters.unavailable` (503) when a shared store is away.
 */
export interface SlidingWindow {
  /** `blocked`: `most` events counted. `busy`: fewer, but with those under evaluation there is no place left. */
  reserve(key: string): Promise<WindowAnswer>;
  /** The reserved act counts, at the time of now, even when its reservation has lapsed meanwhile. */
  count(reservation: WindowReservation): Promise<void>;
  /** The reserved act does not count. */
  release(reservation: WindowReservation): Promise<void>;
  /** The act is still under evaluation: its place is kept for another while. */
  renew(reservation: WindowReservation): Promise<void>;
  /**
   * Success: the reserved act does not count, and what the key has counted is forgotten. Other reservations stay. Tells
   * whether there was anything.
   */
  clear(reservation: WindowReservation): Promise<boolean>;
  /** Reserves and counts in one step, for plain rate limits. */
  take(key: string): Promise<TakeAnswer>;
}

/** A reservation that nobody renews gives its place back by itself: its process died. */
export const RESERVATION_LAPSES_AFTER: Milliseconds = seconds(3);

/** A lapsed reservation may still be settled for this long, so that a late failure counts. */
export const RESERVATION_FORGOTTEN_AFTER: Milliseconds = minutes(10);

/** Lapsed reservations remembered for one key beyond its `most`; they exist only where processes die or hang. */
export const LAPSED_KEPT = 1_000;

/** @throws RangeError for a rule that could never let anything through or would not fit into memory. */
export function checkedWindowRule(rule: WindowRule): WindowRule {
  const { most, within } = rule;
  if (!Number.isInteger(most) || most < 1 || most > 1_000_000) throw new RangeError(`most: ${most}, not 1–1000000`);
  if (!Number.isInteger(within) || within < 1) throw new RangeError(`within: ${within}, not a positive integer`);
  return rule;
}
