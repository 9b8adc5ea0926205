const COMBINING_MARKS = /\p{M}+/gu;
const UNSAFE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** One canonical spelling (Unicode NFC) without surrounding white space. */
export const normalised = (text: string): string => text.normalize('NFC').trim();

/** True for control characters, NUL among them, and for lone surrogates: no store and no mail header should ever hold them. */
export const hasUnsafeCharacters = (text: string): boolean => UNSAFE.test(text);

/** Lower case without diacritics, so that `cavic` finds Čavić. `đ` has no decomposition in Unicode and is mapped by hand. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(COMBINING_MARKS, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('ł', 'l')
    .normalize('NFC');
