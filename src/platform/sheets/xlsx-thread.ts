import writeExcelFile, { type Row } from 'write-excel-file/node';
import { threadWork } from '../kernel/run-on-thread.ts';
import type { SheetCell } from './sheet.ts';
import { zagrebTime } from './zagreb-time.ts';

/** A table as plain data, for the thread. */
export interface XlsxTable {
  readonly name: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly SheetCell[])[];
}

const WIDTHS = { narrow: 12, usual: 22 };
const MANY = 100;

const widthOf = (cells: readonly (SheetCell | undefined)[]): number =>
  cells.every((cell) => typeof cell === 'number' || cell === null) ? WIDTHS.narrow : WIDTHS.usual;

/** Every text is typed as text, so that none is run as a formula or loses a plus or zero. */
function cellOf(cell: SheetCell): Row[number] {
  if (cell === null) return null;
  if (typeof cell === 'number') return { value: cell, type: Number };
  if (typeof cell === 'string') return { value: cell, type: String };
  if ('at' in cell) return { value: zagrebTime(cell.at), type: Date, format: 'dd.mm.yyyy. hh:mm' };
  return { value: cell.digits, type: String, format: '@' };
}

await threadWork(async ({ name, headings, rows }: XlsxTable): Promise<Uint8Array> => {
  const head: Row = headings.map((value) => ({ value, fontWeight: 'bold' as const }));
  const columns = headings.map((_heading, index) => ({ width: widthOf(rows.slice(0, MANY).map((row) => row[index])) }));
  const options = { sheet: name.slice(0, 31), columns, stickyRowsCount: 1 };
  return writeExcelFile([head, ...rows.map((row) => row.map(cellOf))], options).toBuffer();
});
