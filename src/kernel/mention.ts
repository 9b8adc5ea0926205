/** In place of what was taken out of a text. */
const BLANKED = '•••';

/**
 * Finds values in texts that people wrote: whole and not as a part of something longer, in any case, with diacritics as they
 * are written. `ana@x.hr` is not in `joana@x.hr`, nor an OIB in a longer number.
 */
export const mentions = (text: string, values: readonly string[]): boolean =>
  values.some((value) => wholeValue(value).test(spaced(text)));

/** The text without the values. */
export const withoutMentions = (text: string, values: readonly string[]): string =>
  mentions(text, values)
    ? values.reduce((left, value) => left.replaceAll(wholeValue(value, 'g'), BLANKED), spaced(text))
    : text;

/** Two words of a name may stand on two lines. */
const spaced = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ');

/** An address may go on to the left with signs that end a sentence or a title before a name: `dr.Ana Anić`. */
const wholeValue = (value: string, flags = ''): RegExp => {
  const before = value.includes('@') ? '[\\p{L}\\p{N}.+_-]' : '[\\p{L}\\p{N}_-]';
  return new RegExp(`(?<!${before})${RegExp.escape(spaced(value))}(?![\\p{L}\\p{N}_-])`, `iu${flags}`);
};
