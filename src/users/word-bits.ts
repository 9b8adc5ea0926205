const LONGEST_BEGINNING = 4;
const HALF = 26;
const BITS = 2 * HALF; // whole numbers of JavaScript are exact up to 53

/**
 * The first letters of words, the first two, three and four, as a set of bits in one number (a Bloom filter). Who lacks one
 * of the bits of a word that is looked for has no word that begins so. Who has them all most likely has: an index that
 * carries this number leaves one person in twenty to be looked at, and need not meet another list.
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
