const COMBINING_MARKS = /\p{M}+/gu;
/** U+202A–202E and U+2066–2069 turn around what stands after them, in lists and sentences of others too (UTS #55). */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069]/u;

/** One canonical spelling (Unicode NFC) without surrounding white space. */
export const normalised = (text: string): string => text.normalize('NFC').trim();

/** True for control characters, NUL and those of direction among them, and for lone surrogates: no line should ever hold them. */
export const hasUnsafeCharacters = (text: string): boolean => UNSAFE.test(text);

const ASCII = /^\p{ASCII}*$/u;

/** Of text that is, most of what Unicode asks for need not be done. */
export const isAscii = (text: string): boolean => ASCII.test(text);

/** Lower case without diacritics, so that `cavic` finds Čavić. `đ` has no decomposition in Unicode and is mapped by hand. */
export const folded = (text: string): string => (isAscii(text) ? text.toLowerCase() : foldedBeyondAscii(text));

const foldedBeyondAscii = (text: string): string =>
  text
    .normalize('NFD')
    .replace(COMBINING_MARKS, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('ł', 'l')
    .normalize('NFC');

/** Every text of a store that begins with `text` is smaller, by code points: U+10FFFF is no character of any. */
export const afterBeginning = (text: string): string => `${text}\u{10FFFF}`;
