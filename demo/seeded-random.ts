/** Deterministic randomness: the same seed gives the same people on every machine. Not for security. */
export interface SeededRandom {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from 0 up to, but not including, `end`. */
  below(end: number): number;
  /** A number between the two. */
  between(least: number, most: number): number;
  /** True in that share of cases. */
  chance(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** So many decimal digits. */
  digits(count: number): string;
  /** Looks like an opaque id: 22 characters of base64url. */
  token(): string;
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const TOKEN_LENGTH = 22;

/** Mulberry32: 32 bits of state, good enough for names and times of day. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const series = (count: number, one: () => string) => Array.from({ length: count }, one).join('');
  return {
    next,
    below,
    between: (least, most) => least + next() * (most - least),
    chance: (share) => next() < share,
    pick,
    digits: (count) => series(count, () => String(below(10))),
    token: () => series(TOKEN_LENGTH, () => pick([...BASE64URL])),
  };
}
