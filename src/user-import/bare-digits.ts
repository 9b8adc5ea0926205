import type { Column } from './import-columns.ts';

/** Columns that a spreadsheet would take for numbers. */
export const DIGIT_COLUMNS: readonly Column[] = ['telefon', 'oib'];

/** Digits without the apostrophe or formula by which a spreadsheet keeps them as text. */
export const bareDigits = (text: string): string =>
  text.startsWith("'") ? text.slice(1) : (/^="([^"]*)"$/.exec(text)?.[1] ?? text);
