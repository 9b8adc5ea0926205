import { recordAudit } from '../audit/record-audit.ts';
import type { Call } from '../http/call.ts';
import { csvLine } from '../kernel/csv-cell.ts';
import { takePeople } from '../people-search/list-people.ts';
import type { Account } from '../users/user.ts';
import type { ShowUser } from '../users/user-wire.ts';
import { peopleAsked } from './read-users.ts';
import { showManagedUser } from './show-managed-user.ts';
import type { UserAdminDeps } from './user-admin-deps.ts';
import type { ExportUsersQuery } from './user-admin-wire.ts';

/** Spreadsheets take a file without it for one in the machine's old encoding. */
const MARK = '\uFEFF';
/** Named as an import reads them, where it does. */
const COLUMNS = [
  ...(['id', 'prezime', 'ime', 'email', 'telefon', 'oib', 'role', 'status', 'preferred_language'] as const),
  ...(['tenant_name', 'created_at', 'last_login_at'] as const),
];

/**
 * The people of a list as lines of a CSV file. That it was taken is on record before the first line is, with the filter but
 * not with what was searched for: a name or an OIB would outlive its person in the log.
 * @throws AppError 404 for another tenant
 */
export async function exportUsers(
  { database, showUser }: UserAdminDeps,
  call: Call,
  query: ExportUsersQuery,
): Promise<{ name: string; lines: AsyncGenerator<string> }> {
  const wanted = peopleAsked(call.caller, query);
  const { format, q = '', ...asked } = query;
  const meta = { format, asked: { ...asked, searched: q.trim() === '' ? 'no' : 'yes' } };
  const { tenantId } = wanted; // on record where the people are; of all tenants, where the caller is
  const taken = { action: 'export.people', tenantId, meta } as const;
  await database.transaction((tx) => recordAudit(tx, call, taken));
  const show = showManagedUser(showUser, call.caller);
  return { name: `ljudi-${call.at.slice(0, 10)}.csv`, lines: linesOf(takePeople(database.read, wanted), show) };
}

async function* linesOf(
  pages: AsyncGenerator<readonly Account[]>,
  show: (account: Account) => ReturnType<ShowUser>,
): AsyncGenerator<string> {
  yield MARK + csvLine(COLUMNS);
  for await (const page of pages)
    yield page
      .map(show)
      .map((person) => csvLine(COLUMNS.map((column) => person[column])))
      .join('');
}
