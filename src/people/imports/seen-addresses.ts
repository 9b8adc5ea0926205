import { hash } from 'node:crypto';

const FIRST_SIZE = 1 << 12;

/** The addresses a file has contained so far. */
export interface SeenAddresses {
  /** Returns false if the address was added before. */
  add(address: string): boolean;
}

/**
 * Stores eight bytes of a digest per address: 16 MB for a million, a tenth of a set of texts. Two addresses of one file
 * share 64 bits once in some thirty million such files.
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
      const index = placeOf(slots, key);
      if (slots[index] === key) return false;
      slots[index] = key;
      count += 1;
      if (count * 2 > slots.length) grow();
      return true;
    },
  };
}

/** The slot of a key, occupied or not. */
function placeOf(slots: BigUint64Array, key: bigint): number {
  const mask = slots.length - 1;
  let index = Number(key & 0xffffffffn) & mask;
  while (slots[index] !== 0n && slots[index] !== key) index = (index + 1) & mask;
  return index;
}
