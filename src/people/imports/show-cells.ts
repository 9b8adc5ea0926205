import { PERSON_FIELDS } from '../../accounts/users/person-fields.ts';
import { PERSON_FIELD_NAMES } from '../../accounts/users/person-form.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { isOneOf } from '../../platform/kernel/unchecked.ts';
import { findCorrections } from './corrections-store.ts';
import { rowsIn } from './find-table.ts';
import type { Import, ImportRow } from './import.ts';
import { hideHashes, type ReadColumn } from './import-columns.ts';
import { importRows } from './import-rows-store.ts';
import { recordReader } from './record-reader.ts';
import { firstRows } from './rows-file.ts';
import { SINGLE_BYTE, type SingleByte } from './single-byte.ts';

const MOST_LINES = 20;
const LONGEST_LINE = 120;
const MOST_WORDS = 5;
/** Linear in its text: letters and whatever is not ASCII, of which those with the latter are shown. */
const WORD = /[\p{L}\P{ASCII}]+/gu;
const BEYOND_ASCII = /\P{ASCII}/u;

interface Beginning {
  readonly beginning: { line: number; text: string }[];
  readonly names: { encoding: SingleByte; words: string[] }[];
}

export const NO_BEGINNING: Beginning = { beginning: [], names: [] };

/** How a file begins, so that somebody can say where its headings are and in which encoding its names are right. */
export async function showBeginning(
  path: string,
  { encoding, delimiter, reading, columns }: Import,
): Promise<Beginning> {
  const { readHead, sheetNumber } = await import('./read-records.ts'); // with its parser, which no start needs
  const read =
    encoding === 'rows'
      ? await firstRows(path, sheetNumber(reading), MOST_LINES)
      : rowsIn(await readHead({ path, encoding }), delimiter);
  const beginning = read.slice(0, MOST_LINES).map(({ line, cells }) => {
    const filled = cells
      .map((cell, index) => hideHashes(cell, columns[index]).replace(/\s+/g, ' ').trim())
      .filter((cell) => cell !== '');
    return { line, text: filled.join(' · ').slice(0, LONGEST_LINE) };
  });
  if (!isOneOf(SINGLE_BYTE, encoding) || reading.rivals.length === 0) return { beginning, names: [] };
  const encodings = [encoding, ...reading.rivals.filter((one) => one !== encoding)];
  const names = encodings.map(async (one) => ({
    encoding: one,
    words: wordsOf(await readHead({ path, encoding: one })),
  }));
  return { beginning, names: await Promise.all(names) };
}

const wordsOf = (text: string): string[] =>
  [...new Set(text.match(WORD) ?? [])].filter((word) => BEYOND_ASCII.test(word)).slice(0, MOST_WORDS);

const LONGEST_CELL = 200;

export interface RowCells {
  readonly line: number;
  readonly cells: readonly string[];
  readonly outcome: ImportRow['outcome'] | null;
  readonly column: string | null;
  readonly reason: string | null;
  /** Of the faulty cell. */
  readonly faulty_index: number | null;
  /** Of the cells that were corrected. */
  readonly corrected: number[];
}

/** @throws AppError `imports.file_gone` (409) */
export function requireKept({ kept_until }: Import, at: Instant): void {
  if (kept_until === null || kept_until <= at) throw new AppError('imports.file_gone');
}

/** Rows of a kept file, cell by cell, with their outcomes. @throws AppError `imports.file_gone` (409) */
export async function showCells(db: Db, path: string, of: Import, lines: readonly number[]): Promise<RowCells[]> {
  const corrections = await findCorrections(db, of);
  const reader = recordReader(path, of, corrections);
  try {
    const records = await reader.at(lines);
    const outcomes = new Map((await importRows.listAt(db, of.id, lines)).map((row) => [row.line, row]));
    return records.map(({ line, cells }) => {
      const { outcome = null, column_name: column = null, reason = null } = outcomes.get(line) ?? {};
      const corrected = Object.keys(corrections[line] ?? {}).map(Number);
      const shown = cells.map((cell, index) => cellText(cell, of.columns[index]));
      return { line, cells: shown, outcome, column, reason, faulty_index: indexOf(of.columns, column), corrected };
    });
  } finally {
    await reader.close();
  }
}

/** Columns that a spreadsheet would take for numbers. */
function readerOf(column: ReadColumn | undefined): (cell: string) => string {
  const field = PERSON_FIELD_NAMES.find((name) => name === column?.field);
  return (field && PERSON_FIELDS[field].digits) ?? withUnseen;
}

/** What does not show in an address, by its number: `ana[U+200B]@klub.hr`. */
const withUnseen = (cell: string): string =>
  cell.includes('@')
    ? cell.replace(
        /[\p{Default_Ignorable_Code_Point}\u2800]/gu,
        (one) => `[U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
      )
    : cell;

/** Digits as they are read, so that nobody takes the spreadsheet's formula for a fault. */
function cellText(cell: string, column: ReadColumn | undefined): string {
  const text = readerOf(column)(cell);
  return hideHashes(text, column).slice(0, LONGEST_CELL);
}

/** Of the cell that is wrong. */
export function indexOf(columns: readonly ReadColumn[], column: string | null): number | null {
  const index = columns.findIndex(({ field }) => field !== null && field === column);
  return index === -1 ? null : index;
}
