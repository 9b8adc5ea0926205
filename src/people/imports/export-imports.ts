import { type Static, Type } from 'typebox';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { defineRoute, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, MOST_ON_A_PAGE, pageAnswer } from '../../platform/http/list-wire.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { idOf } from '../../platform/http/wire.ts';
import { type Clock, parseInstant } from '../../platform/kernel/clock.ts';
import { everyPage, listExport, sendList } from '../../platform/sheets/list-export.ts';
import { type SheetColumns, timeCell } from '../../platform/sheets/sheet.ts';
import { listFileQuery } from '../../platform/sheets/sheet-wire.ts';
import { columnWords } from '../../platform/words/column-words.ts';
import { importStanding } from '../../platform/words/import-standing.ts';
import { importWords } from '../../platform/words/import-words.ts';
import { importLists } from './find-imports.ts';
import { type ImportAnswer, type ImportsQuery, showImport } from './imports-wire.ts';

/** One page of imports, newest first, as their list and its file show it. */
export async function pageOfImports(
  database: Database,
  caller: AnyCaller,
  { tenant_id: tenantId, cursor, limit = DEFAULT_LIMIT }: Static<typeof ImportsQuery>,
) {
  const page = await importLists.page(database.read, caller, { tenantId, cursor, limit });
  const rows = await importLists.withNames(database.read, caller, page.rows);
  return pageAnswer('imports', { ...page, rows }, ({ id }) => [id], showImport);
}

/** What the page shows of an import, as of now. */
const columnsAt = (now: number): SheetColumns<Static<typeof ImportAnswer>> => ({
  at: { heading: columnWords['column.time'], cell: ({ created_at }) => timeCell(parseInstant(created_at)) },
  file: { heading: { hr: 'Datoteka', en: 'File' }, cell: ({ file_name }) => file_name },
  who: { heading: { hr: 'Tko', en: 'Who' }, cell: ({ created_by_name }) => created_by_name },
  result: {
    heading: { hr: 'Ishod', en: 'Result' },
    cell: (of, language) => importWords[importStanding(of, now)][language],
  },
  created: { heading: { hr: 'Novih', en: 'New' }, cell: ({ created }) => created },
  skipped: { heading: { hr: 'Preskočenih', en: 'Skipped' }, cell: ({ skipped }) => skipped },
  failed: { heading: { hr: 'S greškom', en: 'Failed' }, cell: ({ failed }) => failed },
  undone: { heading: { hr: 'Uklonjenih', en: 'Removed' }, cell: ({ undone }) => undone },
});

const ExportImportsQuery = Type.Object({ tenant_id: Type.Optional(idOf()), ...listFileQuery(columnsAt(0)) });

/** It names files and importers, but nobody in the files, so an old sign-in suffices. */
export const exportImportsRoute = ({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Route =>
  defineRoute({
    ...listExport('export.imports', ['tenants.not_found']),
    path: '/api/admin/imports/export',
    summary: 'Imports as a file, newest first',
    tag: 'Import',
    access: permitted('imports.manage'),
    request: { query: ExportImportsQuery },
    handle: (request, caller) => {
      const { tenant_id } = request.query;
      const wanted = { limit: MOST_ON_A_PAGE, ...(tenant_id === undefined ? {} : { tenant_id }) };
      return sendList(database, request, {
        action: 'export.imports',
        tenantId: scopeOf(caller, tenant_id).tenantId,
        names: { hr: 'uvozi', en: 'imports' },
        columns: columnsAt(clock.now()),
        pages: everyPage((page) => pageOfImports(database, caller, { ...wanted, ...page })),
      });
    },
  });
