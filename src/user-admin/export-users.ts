import { recordAudit } from '../audit/record-audit.ts';
import type { Call } from '../http/call.ts';
import { csvLine } from '../kernel/csv-cell.ts';
import { findInvitationsOf } from '../people-search/find-invitations.ts';
import { takePeople } from '../people-search/list-people.ts';
import type { Sheet } from '../sheets/sheet.ts';
import type { Account } from '../users/user.ts';
import { type ListedPerson, peopleColumns } from './people-sheet.ts';
import { peopleAsked } from './read-users.ts';
import { showSeenUser } from './show-managed-user.ts';
import type { UserAdminDeps } from './user-admin-deps.ts';
import type { ExportUsersQuery } from './user-admin-wire.ts';

/** Columns of the plain file, named as imports read them where they do. */
const COLUMNS = [
  ...(['id', 'prezime', 'ime', 'email', 'telefon', 'oib', 'role', 'status', 'preferred_language'] as const),
  ...(['tenant_name', 'created_at', 'last_login_at'] as const),
];

export interface PeopleExport {
  readonly sheet: Sheet<ListedPerson>;
  /** Lines of a plain CSV file, when requested. */
  readonly raw: AsyncGenerator<string> | undefined;
}

/**
 * A list of people as a file. The download is recorded before the first line, with the filter but without the search
 * text: a name or OIB would outlive its person in the log.
 * @throws AppError 404 for another tenant
 */
export async function exportUsers(deps: UserAdminDeps, call: Call, query: ExportUsersQuery): Promise<PeopleExport> {
  const { database } = deps;
  const wanted = peopleAsked(call.caller, query, call.at);
  const { format, q = '', language, raw, columns: wantedColumns, ...asked } = query;
  const columns = peopleColumns(wantedColumns);
  const meta = { format, asked: { ...asked, searched: q.trim() === '' ? 'no' : 'yes' } };
  const { tenantId } = wanted; // recorded in the tenant that was exported; for all tenants, in the caller's own
  const taken = { action: 'export.people', tenantId, meta } as const;
  await database.transaction((tx) => recordAudit(tx, call, taken));
  const pages = shownPages(deps, call, takePeople(database.read, wanted));
  const inLanguage = language ?? call.caller.account.preferred_language;
  const name = `${inLanguage === 'en' ? 'people' : 'ljudi'}-${call.at.slice(0, 10)}`;
  const sheet = { name, language: inLanguage, columns, pages };
  return { sheet, raw: raw === '1' ? plainLines(pages) : undefined };
}

async function* shownPages(
  { database, showUser }: UserAdminDeps,
  { caller, at }: Call,
  pages: AsyncGenerator<readonly Account[]>,
): AsyncGenerator<ListedPerson[]> {
  const show = showSeenUser(showUser, caller);
  for await (const page of pages) {
    const invitations = await findInvitationsOf(database.read, page, at);
    yield page.map((account) => ({ ...show(account), invitation: invitations.get(account.id) ?? 'none' }));
  }
}

async function* plainLines(pages: AsyncGenerator<ListedPerson[]>): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for await (const page of pages) yield page.map((person) => csvLine(COLUMNS.map((column) => person[column]))).join('');
}
