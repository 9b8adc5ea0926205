const LONGEST_BEGINNING = 4;
const HALF = 26;
const BITS = 2 * HALF; // JavaScript integers are exact up to 53 bits

/**
 * The first one to four letters of each word as bits of one number (a Bloom filter). A row that lacks a bit of a search word
 * has no word that begins with it; a row with all bits probably has one. An index that includes the number leaves one false
 * match in twenty, and needs no intersection with other lists.
 */
export function wordBits(words: readonly string[]): number {
  let low = 0;
  let high = 0;
  for (const word of words) {
    let hash = 0x811c9dc5; // FNV-1a
    for (let place = 0; place < word.length && place < LONGEST_BEGINNING; place++) {
      hash = Math.imul(hash ^ word.charCodeAt(place), 0x01000193);
      const bit = (hash >>> 0) % BITS;
      if (bit < HALF) low |= 1 << bit;
      else high |= 1 << (bit - HALF);
    }
  }
  return high * 2 ** HALF + low;
}
