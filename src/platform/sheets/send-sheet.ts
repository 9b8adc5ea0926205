import type { FastifyReply } from 'fastify';
import { okFile } from '../http/define-route.ts';
import { streamWhileLive } from '../http/stream-while-live.ts';
import { AppError } from '../kernel/app-error.ts';
import { harmlessText, quotedText } from '../kernel/csv-cell.ts';
import { seconds } from '../kernel/durations.ts';
import { runOnThread } from '../kernel/run-on-thread.ts';
import { turnQueue } from '../kernel/turn-queue.ts';
import { cellsOf, headingsOf, type Sheet, type SheetCell } from './sheet.ts';
import type { XlsxTable } from './xlsx-thread.ts';
import { zagrebTime } from './zagreb-time.ts';

/** Without it Excel assumes the machine's legacy encoding. */
const BYTE_ORDER_MARK = '\uFEFF';
const ONLY_DIGITS = /^\+?[\d ]+$/;

/** CSV lines for a Croatian Excel: semicolons, CRLF, byte order mark, readable headings. */
async function* sheetAsCsv<Row>(sheet: Sheet<Row>): AsyncGenerator<string> {
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

/** A workbook is built in memory as a whole. */
const MOST_ROWS = 50_000;
const DEADLINE = seconds(30);
const MOST_MEGABYTES = 768;

const write = runOnThread<XlsxTable, Uint8Array>(new URL('./xlsx-thread.ts', import.meta.url), {
  deadline: DEADLINE,
  mostMegabytes: MOST_MEGABYTES,
  tooMuch: (cause) => new AppError('sheets.too_long', { cause }),
});

const busy = () => new AppError('sheets.busy', { retryAfter: seconds(5) });
const line = turnQueue({ mostRunning: 1, mostWaiting: 16, mostWaitingPerCaller: 2, full: busy });

/**
 * An Office Open XML workbook (ECMA-376), built on a thread of its own, one at a time.
 * @throws AppError `sheets.too_long` (422), `sheets.busy` (503)
 */
const sheetAsXlsx = <Row>(sheet: Sheet<Row>, caller: number): Promise<Uint8Array> =>
  line.run(caller, async () => write({ name: sheet.name, headings: headingsOf(sheet), rows: await allRows(sheet) }));

async function allRows<Row>(sheet: Sheet<Row>): Promise<SheetCell[][]> {
  const all: SheetCell[][] = [];
  for await (const rows of sheet.pages) {
    for (const row of rows) all.push(cellsOf(sheet, row));
    if (all.length > MOST_ROWS) throw new AppError('sheets.too_long');
  }
  return all;
}

export interface SheetRequest<Row> {
  readonly sheet: Sheet<Row>;
  readonly format: 'csv' | 'xlsx';
  /** Plain CSV for programs, sent instead of the one for people. */
  readonly raw?: AsyncIterable<string> | undefined;
  /** The caller's user id. */
  readonly caller: number;
  readonly requireLive: () => Promise<void>;
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const SHEET_TYPES = ['text/csv', XLSX] as const;

/** The description of a sheet as a response. */
export const sheetFile = (what: string) => okFile(SHEET_TYPES, `CSV in UTF-8, or an XLSX workbook, ${what}`);

/** Sends a table as a download. @throws AppError `sheets.too_long` (422), `sheets.busy` (503) */
export async function sendSheet<Row>(reply: FastifyReply, asked: SheetRequest<Row>): Promise<FastifyReply> {
  const { sheet, format, raw, caller, requireLive } = asked;
  reply.header('content-disposition', `attachment; filename="${sheet.name}.${format}"`);
  if (format === 'csv')
    return reply.type('text/csv; charset=utf-8').send(streamWhileLive(raw ?? sheetAsCsv(sheet), requireLive));
  const workbook = await sheetAsXlsx(sheet, caller);
  await requireLive();
  return reply.type(XLSX).send(Buffer.from(workbook));
}
