import { takePeople } from '../../accounts/people-search/list-people.ts';
import type { ListedPerson as PersonOfList } from '../../accounts/people-search/listed-person.ts';
import type { Call } from '../../platform/http/call.ts';
import { defineRoute, type Route } from '../../platform/http/define-route.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { csvLine } from '../../platform/kernel/csv-cell.ts';
import { listExport, sendList } from '../../platform/sheets/list-export.ts';
import { membershipsInReach, showListed } from './listed-memberships.ts';
import { FIELDS_AFTER_STATUS, FIELDS_BEFORE_ROLE, type ListedPerson, peopleColumns } from './people-sheet.ts';
import { peopleQueryOf } from './read-users.ts';
import type { UserAdminDeps } from './show-managed-user.ts';
import { showUserFor } from './show-managed-user.ts';
import { ExportUsersQuery } from './user-admin-wire.ts';

/** Columns of the plain file, named as in import files where imports read them. */
const COLUMNS = [
  ...(['id', ...FIELDS_BEFORE_ROLE, 'role', 'status', ...FIELDS_AFTER_STATUS] as const),
  ...(['tenant_name', 'created_at', 'last_login_at'] as const),
];

export const exportUsersRoute = (deps: UserAdminDeps): Route =>
  defineRoute({
    ...listExport('export.people', ['tenants.not_found']),
    path: '/api/admin/users/export',
    summary: 'The people of a list as a file',
    tag: 'Administration',
    access: permitted('people.read'),
    requiresReauth: 'always',
    request: { query: ExportUsersQuery },
    handle: (request, caller) => {
      const { query, call } = request;
      const wanted = peopleQueryOf(caller, query, call.at);
      const pages = listedPages(deps, call, takePeople(deps.database, wanted));
      return sendList(deps.database, request, {
        action: 'export.people',
        tenantId: wanted.tenantId,
        names: { hr: 'ljudi', en: 'people' },
        columns: peopleColumns,
        pages,
        raw: query.raw === '1' ? plainLines(pages) : undefined,
      });
    },
  });

async function* listedPages(
  { showUser, database }: UserAdminDeps,
  { caller }: Call,
  pages: AsyncGenerator<readonly PersonOfList[]>,
): AsyncGenerator<ListedPerson[]> {
  const show = showUserFor(showUser, caller);
  for await (const page of pages) {
    const memberships = await membershipsInReach(database.read, caller, page);
    yield page.map((person) => ({
      ...show(person),
      invitation: person.invitation,
      ...showListed(memberships, person.id),
    }));
  }
}

async function* plainLines(pages: AsyncGenerator<ListedPerson[]>): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for await (const page of pages) yield page.map((person) => csvLine(COLUMNS.map((column) => person[column]))).join('');
}
