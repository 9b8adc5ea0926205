import { Type } from 'typebox';
import { matchingPeople, readsFor } from '../../accounts/people-search/matching-people.ts';
import { type Scope, scopeOf } from '../../accounts/permissions/scope.ts';
import { findUsers } from '../../accounts/users/accounts-store.ts';
import { isErasedAddress } from '../../accounts/users/erase-user.ts';
import { findNames } from '../../accounts/users/find-names.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { defineRoute, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, firstOf, MOST_ON_A_PAGE, pageAnswer, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import { addressBeginning } from '../../platform/kernel/email-address.ts';
import { listMails } from '../../platform/mail/listed-mails-store.ts';
import type { MailKind, MailState, OutboxMail } from '../../platform/mail/mail.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { everyPage, listExport, sendList } from '../../platform/sheets/list-export.ts';
import { type SheetColumns, timeCell } from '../../platform/sheets/sheet.ts';
import { listFileQuery } from '../../platform/sheets/sheet-wire.ts';
import { mailErrorKey } from '../../platform/words/mail-error.ts';
import { mailWords } from '../../platform/words/mail-words.ts';
import { mailActions } from './mail-actions.ts';
import { type ListedMail, type MailsQuery, mailsFilter } from './outbox-wire.ts';

/** One page of the outbox, as the caller may see it. @throws AppError 404 for another tenant */
export async function showMails(deps: Pick<Platform, 'database'>, caller: Caller, query: MailsQuery) {
  const { database } = deps;
  const scope = scopeOf(caller, query.tenant_id);
  const { q = '' } = query;
  const read = readsFor(database, q);
  const filter = {
    ...scope,
    state: query.state,
    userId: query.user_id,
    sought: await soughtIn(read, q, scope),
  };
  const first = firstOf(query.sort);
  const name = first === 'newest' ? 'mails' : `mails:${first}`;
  const [after] = query.cursor === undefined ? [] : keyFromCursor(name, ['number'], query.cursor);
  const limit = query.limit ?? DEFAULT_LIMIT;
  const wanted = { first, after: after === undefined ? undefined : Number(after), limit };
  const { searchedTo, ...found } = await listMails(read, filter, wanted, TOTAL_CAP + 1);
  const { rows } = found;
  const actions = await actionsOn(deps, caller, rows);
  const people = new Set(rows.flatMap(({ user_id }) => user_id ?? []));
  const names = await findNames(database.read, [...people], scopeOf(caller));
  return pageAnswer(
    name,
    { ...found, limit, searchedTo: searchedTo === undefined ? undefined : [searchedTo] },
    ({ id }) => [id],
    (mail) => ({ ...mail, user_name: names.get(mail.user_id ?? 0) ?? null, actions: actions(mail) }),
  );
}

/** Matches mails to people found by the text, and to addresses that begin with it. */
async function soughtIn(db: Db, q: string, scope: Scope) {
  const toBegins = addressBeginning(q);
  return toBegins === '' ? undefined : { toBegins, recipients: await matchingPeople(db, q, scope) };
}

/** The actions that the caller may take on each of these mails; reads all recipients of links and codes at once. */
export async function actionsOn(
  { database }: Pick<Platform, 'database'>,
  caller: Caller,
  mails: readonly OutboxMail[],
) {
  const ids = mails.flatMap(({ user_id, secret_ref }) => (secret_ref === null ? [] : (user_id ?? [])));
  const recipients = ids.length === 0 ? [] : await findUsers(database.read, [...new Set(ids)]);
  const byId = new Map(recipients.map((user) => [user.id, user]));
  return (mail: OutboxMail) => mailActions(caller, mail, byId.get(mail.user_id ?? 0));
}

const wholeTime = (at: string | null) => timeCell(at === null ? null : parseInstant(at));

/** The columns of the page. */
const mailColumns: SheetColumns<ListedMail> = {
  person: { heading: { hr: 'Osoba', en: 'Person' }, cell: ({ user_name }) => user_name },
  address: {
    heading: { hr: 'E-adresa', en: 'E-mail' },
    cell: ({ to_address }) => (isErasedAddress(to_address) ? null : to_address),
  },
  kind: {
    heading: { hr: 'Poruka', en: 'Message' },
    cell: ({ kind }, language) => mailWords[`mails.kind.${kind as MailKind}`][language],
  },
  state: {
    heading: { hr: 'Stanje', en: 'Status' },
    cell: ({ state }, language) => mailWords[`mails.state.${state as MailState}`][language],
  },
  created: { heading: { hr: 'Nastala', en: 'Created' }, cell: ({ created_at }) => wholeTime(created_at) },
  sent: { heading: { hr: 'Poslana', en: 'Sent' }, cell: ({ sent_at }) => wholeTime(sent_at) },
  attempts: { heading: { hr: 'Pokušaji', en: 'Attempts' }, cell: ({ attempts }) => attempts },
  reason: {
    heading: { hr: 'Zašto nije poslana', en: 'Why it was not sent' },
    cell: ({ state, last_error }, language) =>
      state === 'sent' || last_error === null ? null : mailWords[mailErrorKey(last_error)][language],
  },
};

const ExportMailsQuery = Type.Object({ ...mailsFilter, ...listFileQuery(mailColumns) });

export const exportMailsRoute = (deps: Pick<Platform, 'database'>): Route =>
  defineRoute({
    ...listExport('export.mails', ['tenants.not_found']),
    path: '/api/admin/mails/export',
    summary: 'A list of mails as a file, in its order; without what they say',
    tag: 'Mail',
    access: permitted('mails.manage'),
    requiresReauth: 'always',
    request: { query: ExportMailsQuery },
    handle: (request, caller) => {
      const { format, language, columns, ...wanted } = request.query;
      return sendList(deps.database, request, {
        action: 'export.mails',
        tenantId: scopeOf(caller, wanted.tenant_id).tenantId,
        names: { hr: 'posta', en: 'mails' },
        columns: mailColumns,
        pages: everyPage((page) => showMails(deps, caller, { ...wanted, ...page, limit: MOST_ON_A_PAGE })),
      });
    },
  });
