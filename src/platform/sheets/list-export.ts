import type { AuditAction, AuditMetas } from '../audit/audit-actions.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/database.ts';
import type { Call } from '../http/call.ts';
import type { RequestSchemas, RouteRequest } from '../http/define-route.ts';
import { perCaller } from '../http/route-limit.ts';
import type { RefusalCode } from '../kernel/app-error.ts';
import { hours } from '../kernel/durations.ts';
import type { TenantId } from '../kernel/entity-id.ts';
import { sendSheet, sheetFile } from './send-sheet.ts';
import { chosenColumns, type Sheet, type SheetColumns, type SheetLanguage } from './sheet.ts';
import { sheetErrors } from './sheets-errors.ts';

/** The `meta` of the record of an exported list: which list, and its filter. */
export interface ListExported {
  readonly format: string;
  readonly asked: object;
}

type ListExportAction = {
  [Name in AuditAction]: AuditMetas[Name] extends ListExported ? Name : never;
}[AuditAction];

/** What the routes of all exported lists have in common. */
export const listExport = <Action extends ListExportAction>(action: Action, refusals: readonly RefusalCode[]) =>
  ({
    method: 'GET',
    limit: perCaller({ most: 20, within: hours(1) }),
    audit: [action],
    responses: {
      success: sheetFile('in the order of the list'),
      refusals: [...refusals, ...Object.values(sheetErrors)],
    },
  }) as const;

interface ListQuery {
  readonly format: 'csv' | 'xlsx';
  readonly language?: SheetLanguage | undefined;
  readonly q?: string | undefined;
  /** The format of the file, which says nothing about people. */
  readonly raw?: string | undefined;
  readonly columns?: string | undefined;
}

interface ListFile<Row> extends Pick<Sheet<Row>, 'pages'> {
  readonly columns: SheetColumns<Row>;
  readonly action: ListExportAction;
  /** The tenant of the list, in which the export is recorded. For all tenants: the caller's own. */
  readonly tenantId: TenantId | undefined;
  /** The beginning of the file's name. */
  readonly names: Readonly<Record<SheetLanguage, string>>;
  /** Lines of a plain CSV file, when requested. */
  readonly raw?: AsyncIterable<string> | undefined;
}

type ListRequest = Pick<RouteRequest<RequestSchemas, Call>, 'call' | 'reply' | 'requireLive'> & {
  readonly query: ListQuery;
};

/**
 * Sends a list as a file, in its order, with its filter and the columns asked for. The download is recorded before the first line, without the searched
 * text: a name or OIB would outlive its person in the log.
 * @throws InvalidRequest (422) for an unknown column, AppError `sheets.too_long` (422), `sheets.busy` (503)
 */
export async function sendList<Row>(database: Database, request: ListRequest, file: ListFile<Row>) {
  const { call, reply, requireLive, query } = request;
  const { format, language: wanted, q = '', raw: _raw, columns: asked, ...filter } = query;
  const meta = { format, asked: { ...filter, searched: q.trim() === '' ? 'no' : 'yes' } };
  const { action, tenantId, names, pages, raw } = file;
  const columns = chosenColumns(file.columns, asked);
  await database.transaction((tx) => recordAudit(tx, call, { action, tenantId, meta }));
  const { id, preferred_language } = call.caller.account;
  const language = wanted ?? preferred_language;
  const sheet = { name: `${names[language]}-${call.at.slice(0, 10)}`, language, columns, pages };
  return sendSheet(reply, { sheet, format, raw, caller: id, requireLive });
}

interface AnsweredPage<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** Yields a whole list page by page, by the function of its route: no open cursor, and no faster than the reader. */
export async function* everyPage<Item>(
  list: (page: { cursor?: string }) => Promise<AnsweredPage<Item>>,
): AsyncGenerator<readonly Item[]> {
  let cursor: string | undefined;
  do {
    const page = await list(cursor === undefined ? {} : { cursor });
    yield page.items;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
