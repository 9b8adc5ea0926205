import { invalidField } from '../http/request-refusal.ts';
import type { Instant } from '../kernel/clock.ts';
import { keysOf } from '../kernel/unchecked.ts';

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

/** All columns of an exported list in their default order, by the names that requests use. */
export type SheetColumns<Row> = Readonly<Record<string, SheetColumn<Row>>>;

/** The requested columns in the requested order; all by default. @throws InvalidRequest (422) for an unknown column */
export function chosenColumns<Row>(columns: SheetColumns<Row>, asked: string | undefined): readonly SheetColumn<Row>[] {
  if (asked === undefined) return Object.values(columns);
  return asked.split(',').map((name) => {
    const known = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (known === undefined) throw invalidField('query', 'columns', 'column', 'Takvog stupca nema.');
    return known;
  });
}

/** Their names, for the description of the parameter. */
export const namesOf = (columns: SheetColumns<never>): string => keysOf(columns).join(', ');
