/** Includes the fullwidth signs, which Excel treats like the ASCII ones. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
/** Includes every usual separator: a program that splits at another one than ours would otherwise see forged cells. */
const NEEDS_QUOTES = /[",;\t\n\r]/;

/** Adds an apostrophe if a spreadsheet would run the text as a formula (OWASP, CSV injection). */
export const harmlessText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Adds quotes where RFC 4180 requires them. */
export const quotedText = (text: string): string =>
  NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** One cell of a CSV file (RFC 4180). */
export const csvCell = (value: string | number | null): string =>
  quotedText(typeof value === 'string' ? harmlessText(value) : String(value ?? ''));

export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;
