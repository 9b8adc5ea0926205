import type { Static } from 'typebox';
import type { Database } from '../database/database.ts';
import { defineRoute, type Route } from '../http/define-route.ts';
import { permitted } from '../http/route-access.ts';
import { listExport, sendList } from '../sheets/list-export.ts';
import { type SheetColumn, timeCell } from '../sheets/sheet.ts';
import { type TenantSort, tenantOrder } from '../words/tenant-order.ts';
import { findPublisher } from './find-tenant.ts';
import { ExportTenantsQuery, showTenant, type TenantAnswer } from './tenant-wire.ts';
import { listTenants } from './tenants-store.ts';

const AT_ONCE = 500;

type Shown = Static<typeof TenantAnswer>;

/** The columns of the page, in its order. */
const columns: readonly SheetColumn<Shown>[] = [
  { heading: { hr: 'Naziv', en: 'Name' }, cell: ({ name }) => name },
  { heading: { hr: 'Kratki naziv', en: 'Short name' }, cell: ({ slug }) => slug },
  {
    heading: { hr: 'Godišnjaci', en: 'Yearbooks' },
    cell: ({ publisher }, language) => (publisher ? { hr: 'Izdavač', en: 'Publisher' }[language] : null),
  },
  { heading: { hr: 'Dodan', en: 'Added' }, cell: ({ created_at }) => timeCell(created_at) },
];

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
        pages: inOrder(database, request.query.sort),
      }),
  });

/** Reads all tenants at once: they are few, and sorted in memory as on the page. */
async function* inOrder({ read }: Database, sort: TenantSort = 'name'): AsyncGenerator<readonly Shown[]> {
  const all: Shown[] = [];
  const publisher = await findPublisher(read);
  for (let after = 0, isEnd = false; !isEnd; ) {
    const page = await listTenants(read, after, AT_ONCE);
    all.push(...page.map((tenant) => showTenant(tenant, publisher?.id)));
    after = page.at(-1)?.id ?? after;
    isEnd = page.length < AT_ONCE;
  }
  yield all.sort(tenantOrder(sort));
}
