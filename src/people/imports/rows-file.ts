import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { SheetFacts, TableReader, TableRow } from './table-reader.ts';

/** Bytes on the disk: a workbook of a few hundred kilobytes may unpack to this. */
const LARGEST = 100 * 1024 * 1024;
const PIECE = 256 * 1024;
/** Excel's own limit. */
const LONGEST_CELL = 32_767;
/** As large as a record of CSV may be. */
const LONGEST_ROW = 64 * 1024;

/**
 * Writes what a reader finds as one JSON array a line: the number of the sheet, the line, the cells. It is read at the speed of
 * CSV ever after, so that nothing hostile is unpacked twice. Returns the sheets, each with what people do not see there.
 * @throws AppError `imports.too_many_rows`, `imports.too_large` (422), and what the reader throws
 */
export async function writeRowsFile(reader: TableReader, from: string, to: string): Promise<WrittenSheet[]> {
  const sheets: WrittenSheet[] = [];
  const file = await open(to, 'wx', 0o600);
  let size = 0;
  let piece = '';
  const flush = async () => {
    size += Buffer.byteLength(piece);
    if (size > LARGEST) throw new AppError('imports.too_many_rows');
    await file.writeFile(piece);
    piece = '';
  };
  try {
    for await (const { name, rows, hiddenColumns = [] } of reader.sheets(from)) {
      const index = sheets.length;
      let [hidden_rows, merged] = [0, 0];
      for await (const { line, cells, isHidden, merged: ofRow = 0 } of rows()) {
        requireUsualSize(cells);
        if (isHidden && isFilled(cells)) hidden_rows += 1;
        merged += ofRow;
        piece += `${JSON.stringify([index, line, ...cells])}\n`;
        if (piece.length > PIECE) await flush();
      }
      sheets.push({ name, hidden_rows, hidden_columns: hiddenColumns, merged });
    }
    await flush();
  } finally {
    await file.close();
  }
  return sheets;
}

export interface WrittenSheet extends SheetFacts {
  readonly name: string;
}

const isFilled = (cells: readonly string[]): boolean => cells.some((cell) => cell.trim() !== '');

/**
 * Before the row is written as one text: the cells of a workbook share texts, so a file of a few kilobytes can hold a row of gigabytes,
 * and an allocation of that size ends the process, whatever the limits of its thread.
 */
function requireUsualSize(cells: readonly string[]): void {
  let length = 0;
  for (const cell of cells) {
    length += cell.length;
    if (cell.length > LONGEST_CELL || length > LONGEST_ROW) throw new AppError('imports.too_large');
  }
}

/** The rows of one sheet, in the order of the file; blank ones are left out. */
export async function* readRowsFile(path: string, sheet: number): AsyncGenerator<TableRow> {
  let rest = '';
  const source = createReadStream(path, { highWaterMark: PIECE, encoding: 'utf8' });
  for await (const piece of source as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* rowsOf(lines, sheet);
  }
}

/** The first rows of a sheet. */
export async function firstRows(path: string, sheet: number, most: number): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of readRowsFile(path, sheet)) if (rows.push(row) === most) break;
  return rows;
}

function* rowsOf(lines: readonly string[], sheet: number): Generator<TableRow> {
  for (const text of lines) {
    if (!text.startsWith(`[${sheet},`)) continue;
    const [, line, ...cells] = JSON.parse(text) as [number, number, ...string[]]; // as `writeRowsFile` wrote it
    if (isFilled(cells)) yield { line, cells };
  }
}
