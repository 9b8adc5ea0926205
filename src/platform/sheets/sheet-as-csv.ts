import { harmlessText, quotedText } from '../kernel/csv-cell.ts';
import { cellsOf, headingsOf, type Sheet, type SheetCell } from './sheet.ts';
import { zagrebTime } from './zagreb-time.ts';

/** Without it Excel assumes the machine's legacy encoding. */
const BYTE_ORDER_MARK = '\uFEFF';
const ONLY_DIGITS = /^\+?[\d ]+$/;

/** CSV lines for a Croatian Excel: semicolons, CRLF, byte order mark, readable headings. */
export async function* sheetAsCsv<Row>(sheet: Sheet<Row>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lineOf(headingsOf(sheet));
  for await (const rows of sheet.pages) yield rows.map((row) => lineOf(cellsOf(sheet, row))).join('');
}

export const lineOf = (cells: readonly SheetCell[]): string =>
  `${cells.map((cell) => quotedText(textOf(cell))).join(';')}\r\n`;

/** Digits become a formula that yields their text: nothing else keeps a plus or leading zero in Excel. */
function textOf(cell: SheetCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'string') return harmlessText(cell);
  if ('at' in cell) return dayAndTime(zagrebTime(cell.at));
  return ONLY_DIGITS.test(cell.digits) ? `="${cell.digits}"` : harmlessText(cell.digits);
}

const two = (value: number): string => String(value).padStart(2, '0');

/** `21.11.2026. 14:05`, which Excel in Croatia reads as a time. */
const dayAndTime = (date: Date): string =>
  `${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}. ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
