import type { Instant } from '../kernel/clock.ts';

export type SheetLanguage = 'hr' | 'en';

/**
 * A cell of a file that people open in a spreadsheet. `digits` is a text that a spreadsheet would read as a number,
 * losing its plus or leading zeros: a telephone number, an OIB. `at` becomes local time in Zagreb.
 */
export type SheetCell = string | number | null | { readonly digits: string } | { readonly at: Instant };

export interface SheetColumn<Row> {
  readonly heading: Readonly<Record<SheetLanguage, string>>;
  readonly cell: (row: Row, language: SheetLanguage) => SheetCell;
}

/** A table for people, its rows in pages. */
export interface Sheet<Row> {
  /** File name without extension; also names the workbook's tab. */
  readonly name: string;
  readonly language: SheetLanguage;
  readonly columns: readonly SheetColumn<Row>[];
  readonly pages: AsyncIterable<readonly Row[]>;
}

export const headingsOf = <Row>({ columns, language }: Sheet<Row>): string[] =>
  columns.map(({ heading }) => heading[language]);

export const cellsOf = <Row>({ columns, language }: Sheet<Row>, row: Row): SheetCell[] =>
  columns.map(({ cell }) => cell(row, language));

export const timeCell = (at: Instant | null): SheetCell => (at === null ? null : { at });

export const digitsCell = (digits: string): SheetCell => (digits === '' ? null : { digits });
