import type { Milliseconds } from '../kernel/durations.ts';
import { LAPSED_KEPT, RESERVATION_FORGOTTEN_AFTER, RESERVATION_LAPSES_AFTER } from './sliding-window.ts';

/** Unsettled reservations of one key, oldest first. Live ones occupy a slot, lapsed ones can only be settled. */
export class OpenReservations {
  readonly #live = new Map<string, Milliseconds>();
  readonly #lapsed = new Map<string, Milliseconds>();
  readonly #kept: number;

  constructor(most: number) {
    this.#kept = most + LAPSED_KEPT;
  }

  get isEmpty(): boolean {
    return this.#live.size + this.#lapsed.size === 0;
  }

  /** How many occupy a slot. */
  liveAt(now: Milliseconds): number {
    for (const [id, at] of this.#live) {
      if (at > now - RESERVATION_LAPSES_AFTER) break;
      this.#live.delete(id);
      this.#lapsed.set(id, at);
    }
    return this.#live.size;
  }

  /** Creation time of the oldest live one. */
  get oldestLive(): Milliseconds | undefined {
    return this.#live.values().next().value;
  }

  add(id: string, now: Milliseconds): void {
    this.#live.set(id, now);
    for (const [lapsed, at] of this.#lapsed) {
      const isKept = at > now - RESERVATION_FORGOTTEN_AFTER && this.#live.size + this.#lapsed.size <= this.#kept;
      if (isKept) return;
      this.#lapsed.delete(lapsed);
    }
  }

  /** Revives a lapsed one. */
  renew(id: string, now: Milliseconds): void {
    if (this.settle(id, now)) this.#live.set(id, now);
  }

  /** True once for each reservation that is still remembered. */
  settle(id: string, now: Milliseconds): boolean {
    const at = this.#live.get(id) ?? this.#lapsed.get(id);
    this.#live.delete(id);
    this.#lapsed.delete(id);
    return at !== undefined && at > now - RESERVATION_FORGOTTEN_AFTER;
  }
}
