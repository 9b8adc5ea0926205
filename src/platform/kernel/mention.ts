/** Replaces what was removed from a text. */
const BLANKED = '•••';

/**
 * Finds values in free text: as whole words, in any case, diacritics as written. `ana@x.hr` is not in `joana@x.hr`, nor
 * an OIB in a longer number.
 */
export const mentions = (text: string, values: readonly string[]): boolean =>
  values.some((value) => wholeValue(value).test(spaced(text)));

/** The text with the values blanked. */
export const withoutMentions = (text: string, values: readonly string[]): string =>
  mentions(text, values)
    ? values.reduce((left, value) => left.replaceAll(wholeValue(value, 'g'), BLANKED), spaced(text))
    : text;

/** A line break may separate the words of a name. */
const spaced = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ');

/** A dot or plus may continue an address to the left (`joana.ana@x.hr`), but not a name: `dr.Ana Anić`. */
const wholeValue = (value: string, flags = ''): RegExp => {
  const before = value.includes('@') ? '[\\p{L}\\p{N}.+_-]' : '[\\p{L}\\p{N}_-]';
  return new RegExp(`(?<!${before})${RegExp.escape(spaced(value))}(?![\\p{L}\\p{N}_-])`, `iu${flags}`);
};
