/** The wide signs too, which Excel reads as the narrow ones. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
/** Whatever the separator: a program that also splits at another one would find cells of somebody's choice. */
const NEEDS_QUOTES = /[",;\t\n\r]/;

/** With an apostrophe if a spreadsheet would run it as a formula (OWASP, CSV injection). */
export const harmlessText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** In quotes where RFC 4180 asks for them. */
export const quotedText = (text: string): string =>
  NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** One cell of a CSV file (RFC 4180). */
export const csvCell = (value: string | number | null): string =>
  quotedText(typeof value === 'string' ? harmlessText(value) : String(value ?? ''));

export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;
