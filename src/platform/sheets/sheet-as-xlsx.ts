import { AppError } from '../kernel/app-error.ts';
import { seconds } from '../kernel/durations.ts';
import { runOnThread } from '../kernel/run-on-thread.ts';
import { turnQueue } from '../kernel/turn-queue.ts';
import { cellsOf, headingsOf, type Sheet, type SheetCell } from './sheet.ts';
import { sheetErrors } from './sheets-errors.ts';
import type { XlsxTable } from './xlsx-thread.ts';

/** A workbook is built in memory as a whole. */
const MOST_ROWS = 50_000;
const DEADLINE = seconds(30);
const MOST_MEGABYTES = 768;

const write = runOnThread<XlsxTable, Uint8Array>(new URL('./xlsx-thread.ts', import.meta.url), {
  deadline: DEADLINE,
  mostMegabytes: MOST_MEGABYTES,
  refusals: {},
  tooMuch: (cause) => new AppError(sheetErrors['sheets.too_long'], { cause }),
});

const busy = () => new AppError(sheetErrors['sheets.busy'], { retryAfter: seconds(5) });
const line = turnQueue({ mostRunning: 1, mostWaiting: 16, mostWaitingPerCaller: 2, full: busy });

/**
 * An Office Open XML workbook (ECMA-376), built on a thread of its own, one at a time.
 * @throws AppError `sheets.too_long` (422), `sheets.busy` (503)
 */
export const sheetAsXlsx = <Row>(sheet: Sheet<Row>, caller: number): Promise<Uint8Array> =>
  line.run(caller, async () => write({ name: sheet.name, headings: headingsOf(sheet), rows: await allRows(sheet) }));

async function allRows<Row>(sheet: Sheet<Row>): Promise<SheetCell[][]> {
  const all: SheetCell[][] = [];
  for await (const rows of sheet.pages) {
    for (const row of rows) all.push(cellsOf(sheet, row));
    if (all.length > MOST_ROWS) throw new AppError(sheetErrors['sheets.too_long']);
  }
  return all;
}
