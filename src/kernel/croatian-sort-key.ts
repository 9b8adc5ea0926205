/**
 * Croatian alphabetical order: č and ć after c, dž and đ after d, lj after l, nj after n, š after s, ž after z. Each
 * letter becomes one character in code point order, so that both engines sort by plain comparison.
 */
const ALPHABET = [
  'a',
  'b',
  'c',
  'č',
  'ć',
  'd',
  'dž',
  'đ',
  'e',
  'f',
  'g',
  'h',
  'i',
  'j',
  'k',
  'l',
  'lj',
  'm',
  'n',
  'nj',
  'o',
  'p',
  'q',
  'r',
  's',
  'š',
  't',
  'u',
  'v',
  'w',
  'x',
  'y',
  'z',
  'ž',
];
const FIRST = 'a'.charCodeAt(0);
/** Includes the frequent digits, since all other characters are decomposed first. */
const KEYS = new Map([
  ...ALPHABET.map((letter, index): [string, string] => [letter, String.fromCharCode(FIRST + index)]),
  ...[...'0123456789'].map((digit): [string, string] => [digit, digit]),
]);
const DIGRAPHS = /dž|lj|nj|./gsu;
const LONGEST = 200;

/** A name's sort key; letters of other alphabets sort by their base letter or after all others. */
export function croatianSortKey(text: string): string {
  const lower = text.normalize('NFC').toLowerCase().trim();
  return lower.replace(DIGRAPHS, keyOf).slice(0, LONGEST);
}

const keyOf = (letter: string): string => KEYS.get(letter) ?? KEYS.get(baseOf(letter)) ?? otherKey(letter);

const baseOf = (letter: string): string => letter.normalize('NFD').replace(/\p{M}/gu, '');

/** A hyphen sorts as a space does; spaces and signs before letters, anything else after ž. */
const otherKey = (letter: string): string =>
  /[\p{L}]/u.test(letter) ? `~${letter}` : /\p{N}/u.test(letter) ? letter : '!';
