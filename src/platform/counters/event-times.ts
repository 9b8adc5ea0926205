import type { Milliseconds } from '../kernel/durations.ts';

/** Times of the newest `most` events, oldest first: a queue that grows as needed, up to `most`. */
export class EventTimes {
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
