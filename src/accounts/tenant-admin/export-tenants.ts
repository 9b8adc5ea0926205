import { type Static, Type } from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import { defineRoute, type Route } from '../../platform/http/define-route.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { choice } from '../../platform/http/wire.ts';
import { listExport, sendList } from '../../platform/sheets/list-export.ts';
import { type SheetColumns, timeCell } from '../../platform/sheets/sheet.ts';
import { listFileQuery } from '../../platform/sheets/sheet-wire.ts';
import { columnWords } from '../../platform/words/column-words.ts';
import { isTenantFound, TENANT_SORTS, tenantOrder } from '../../platform/words/tenant-order.ts';
import { showTenant, type TenantAnswer } from '../tenants/tenant-wire.ts';
import { findPublisher, listTenants } from '../tenants/tenants-store.ts';

const TENANTS_PER_READ = 500;

type TenantRow = Static<typeof TenantAnswer>;

/** The columns of the page. */
const columns = {
  name: { heading: columnWords['column.name'], cell: ({ name }) => name },
  slug: { heading: columnWords['column.slug'], cell: ({ slug }) => slug },
  publisher: {
    heading: columnWords['column.yearbooks'],
    cell: ({ publisher }, language) => (publisher ? { hr: 'Izdavač', en: 'Publisher' }[language] : null),
  },
  since: { heading: columnWords['column.since'], cell: ({ created_at }) => timeCell(created_at) },
} satisfies SheetColumns<TenantRow>;

export type TenantColumn = keyof typeof columns;

const ExportTenantsQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 100, description: 'Beginnings of words of the name' })),
  sort: Type.Optional(choice(TENANT_SORTS, { default: 'name' })),
  ...listFileQuery(columns),
});
type ExportTenantsQuery = Static<typeof ExportTenantsQuery>;

/** It contains no personal data, so an old sign-in suffices. */
export const exportTenantsRoute = ({ database }: { readonly database: Database }): Route =>
  defineRoute({
    ...listExport('export.tenants', []),
    path: '/api/admin/tenants/export',
    summary: 'Federations and clubs as a file, by name unless asked otherwise',
    tag: 'Tenants',
    access: permitted('tenants.all'),
    request: { query: ExportTenantsQuery },
    handle: (request) =>
      sendList(database, request, {
        action: 'export.tenants',
        tenantId: undefined,
        names: { hr: 'savezi-i-klubovi', en: 'federations-and-clubs' },
        columns,
        pages: shownTenants(database, request.query),
      }),
  });

/** Reads all tenants at once: they are few, and searched and sorted in memory as on the page. */
async function* shownTenants(
  { read }: Database,
  { q = '', sort = 'name' }: ExportTenantsQuery,
): AsyncGenerator<readonly TenantRow[]> {
  const all: TenantRow[] = [];
  const publisher = await findPublisher(read);
  for (let after = 0, isEnd = false; !isEnd; ) {
    const page = await listTenants(read, after, TENANTS_PER_READ);
    all.push(...page.map((tenant) => showTenant(tenant, publisher?.id)));
    after = page.at(-1)?.id ?? after;
    isEnd = page.length < TENANTS_PER_READ;
  }
  yield all.filter((tenant) => isTenantFound(q, tenant)).sort(tenantOrder(sort));
}
