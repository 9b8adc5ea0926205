import type { FastifyReply } from 'fastify';
import { okFile } from '../http/define-route.ts';
import { streamWhileLive } from '../http/stream-while-live.ts';
import type { Sheet } from './sheet.ts';
import { sheetAsCsv } from './sheet-as-csv.ts';
import { sheetAsXlsx } from './sheet-as-xlsx.ts';

export interface SheetAsked<Row> {
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
export async function sendSheet<Row>(reply: FastifyReply, asked: SheetAsked<Row>): Promise<FastifyReply> {
  const { sheet, format, raw, caller, requireLive } = asked;
  reply.header('content-disposition', `attachment; filename="${sheet.name}.${format}"`);
  if (format === 'csv')
    return reply.type('text/csv; charset=utf-8').send(streamWhileLive(raw ?? sheetAsCsv(sheet), requireLive));
  const workbook = await sheetAsXlsx(sheet, caller);
  await requireLive();
  return reply.type(XLSX).send(Buffer.from(workbook));
}
