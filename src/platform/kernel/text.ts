import { inLatin, withoutMarks } from './latin-letters.ts';

/**
 * U+202A–202E and U+2066–2069 reverse the direction of text that follows, in other people's lists and sentences too
 * (UTS #55).
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069]/u;

/** Spaces, what renderers ignore (UAX #44: zero width, fillers) and the blank Braille pattern. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** One canonical spelling (Unicode NFC) without surrounding white space; empty when nothing of it would show. */
export function normalised(text: string): string {
  const clean = text.normalize('NFC').trim();
  return INVISIBLE.test(clean) ? '' : clean;
}

/** True for control characters, including NUL and direction overrides, and for lone surrogates. */
export const hasUnsafeCharacters = (text: string): boolean => UNSAFE.test(text);

const ASCII = /^\p{ASCII}*$/u;

/** ASCII needs no normalisation. */
export const isAscii = (text: string): boolean => ASCII.test(text);

/** The version of `folded` and of the sort key. Whoever changes what they return raises it, and what is stored is rebuilt. */
export const FOLD = 1;

/**
 * The one form in which texts are searched and compared: Latin letters in lower case, without diacritics, so that `cavic` finds
 * Čavić, `odegard` Ødegård and `jovan` Јован.
 */
export const folded = (text: string): string => (isAscii(text) ? text.toLowerCase() : foldedBeyondAscii(text));

const foldedBeyondAscii = (text: string): string =>
  withoutMarks(inLatin(text).normalize('NFD')).replaceAll('đ', 'd').normalize('NFC');

/** Upper bound, by code points, for every text that begins with `text`: U+10FFFF is not a character. */
export const afterBeginning = (text: string): string => `${text}\u{10FFFF}`;
