import type { Static } from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { DEFAULT_LIMIT, pageAnswer } from '../../platform/http/list-wire.ts';
import { importLists } from './find-imports.ts';
import { type ImportsQuery, showImport } from './imports-wire.ts';

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
