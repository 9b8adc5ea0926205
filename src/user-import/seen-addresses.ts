import { hash } from 'node:crypto';

const FIRST_SIZE = 1 << 12;

/** The addresses that a file has had so far. */
export interface SeenAddresses {
  /** False for one that was there before. */
  add(address: string): boolean;
}

/**
 * Keeps eight bytes of a digest for each address instead of its text: 16 MB for a file of a million, where a set of texts
 * takes ten times that. Two addresses share 64 bits once in some thirty million such files.
 */
export function seenAddresses(): SeenAddresses {
  let slots = new BigUint64Array(FIRST_SIZE);
  let count = 0;
  const grow = () => {
    const old = slots;
    slots = new BigUint64Array(old.length * 2);
    for (const key of old) if (key !== 0n) slots[placeOf(slots, key)] = key;
  };
  return {
    add: (address) => {
      const key = hash('sha256', address, 'buffer').readBigUInt64LE() || 1n;
      const place = placeOf(slots, key);
      if (slots[place] === key) return false;
      slots[place] = key;
      count += 1;
      if (count * 2 > slots.length) grow();
      return true;
    },
  };
}

/** Where the key is, or would be. */
function placeOf(slots: BigUint64Array, key: bigint): number {
  const mask = slots.length - 1;
  let place = Number(key & 0xffffffffn) & mask;
  while (slots[place] !== 0n && slots[place] !== key) place = (place + 1) & mask;
  return place;
}
