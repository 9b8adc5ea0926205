import { inLatin } from './latin-letters.ts';
import { folded } from './text.ts';

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
/** Includes the frequent digits, since all other characters are folded first. */
const KEYS = new Map([
  ...ALPHABET.map((letter, index): [string, string] => [letter, String.fromCharCode(FIRST + index)]),
  ...[...'0123456789'].map((digit): [string, string] => [digit, digit]),
]);
const DIGRAPHS = /dž|lj|nj|\P{M}\p{M}*|\p{M}/gu;
/** Begins the key of a letter of another alphabet. */
const AFTER_ALL = String.fromCharCode(FIRST + ALPHABET.length);
const LONGEST = 200;

/**
 * A name's sort key. A foreign letter sorts as its base letter does (ø as o), Cyrillic as its Latin spelling, letters of other
 * alphabets after ž. Keys are stored: whoever changes this raises `FOLD`.
 */
export const croatianSortKey = (text: string): string =>
  inLatin(text).trim().replace(DIGRAPHS, keyOf).slice(0, LONGEST);

/** The letter a key begins with; empty for a digit or sign. */
export const letterOfKey = (key: string): string =>
  key.startsWith(AFTER_ALL) ? [...key.slice(1)].slice(0, 1).join('') : (ALPHABET[key.charCodeAt(0) - FIRST] ?? '');

const keyOf = (letter: string): string => KEYS.get(letter) ?? [...folded(letter)].map(keyOfBase).join('');

/** A hyphen sorts as a space does; spaces and signs before letters. */
const keyOfBase = (base: string): string =>
  KEYS.get(base) ?? (/\p{L}/u.test(base) ? AFTER_ALL + base : /\p{N}/u.test(base) ? base : '!');
