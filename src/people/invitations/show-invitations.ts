import { Type } from 'typebox';
import type { ActionToken } from '../../accounts/action-tokens/action-token.ts';
import { readsFor } from '../../accounts/people-search/matching-people.ts';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { defineRoute, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, MOST_ON_A_PAGE, pageAnswer } from '../../platform/http/list-wire.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { nowOf, parseInstant } from '../../platform/kernel/clock.ts';
import { findNewestMails } from '../../platform/mail/listed-mails-store.ts';
import type { OutboxMail } from '../../platform/mail/mail.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { everyPage, listExport, sendList } from '../../platform/sheets/list-export.ts';
import { type SheetColumns, timeCell } from '../../platform/sheets/sheet.ts';
import { listFileQuery } from '../../platform/sheets/sheet-wire.ts';
import { mailWords } from '../../platform/words/mail-words.ts';
import { type InvitationItem, type InvitationsQuery, invitationsFilter } from './invitations-wire.ts';
import { invitationActions, invitationKey, invitationList, listInvitations } from './list-invitations.ts';

/** One page of invitations, as the caller may see them. @throws AppError 404 for another tenant */
export async function showInvitations(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  caller: AnyCaller,
  query: InvitationsQuery,
) {
  const state = query.state ?? 'pending';
  const sort = query.sort ?? '-created';
  const { tenantId, below } = scopeOf(caller, query.tenant_id);
  const wanted = {
    state,
    tenantId,
    below,
    q: query.q ?? '',
    at: nowOf(clock),
    sort,
    cursor: query.cursor,
    limit: query.limit ?? DEFAULT_LIMIT,
  };
  const page = await listInvitations(readsFor(database, wanted.q), wanted);
  const invited = page.rows.map(({ user_id }) => user_id);
  const mails = await findNewestMails(database.read, 'invitation', invited);
  return pageAnswer(invitationList(state, sort), page, invitationKey(sort), (row) => {
    const { user_id: id, tenant_id, role, user_status: status } = row;
    const actions = invitationActions(caller, state, { id, tenant_id, role, status });
    return { ...row, state, mail: mailOf(row, mails.get(id)), actions };
  });
}

/** A mail that was due before the invitation carried an earlier one. */
const mailOf = (
  { created_at, replaced_at }: Pick<ActionToken, 'created_at' | 'replaced_at'>,
  mail: Pick<OutboxMail, 'state' | 'due_at'> | undefined,
): OutboxMail['state'] | null =>
  mail === undefined || replaced_at !== null || mail.due_at < created_at ? null : mail.state;

/** The columns of the page. */
const invitationColumns: SheetColumns<InvitationItem> = {
  person: { heading: { hr: 'Osoba', en: 'Person' }, cell: ({ full_name }) => full_name },
  email: { heading: { hr: 'E-adresa', en: 'E-mail' }, cell: ({ email }) => email },
  by: { heading: { hr: 'Pošiljatelj', en: 'Sent by' }, cell: ({ invited_by }) => invited_by },
  sent: {
    heading: { hr: 'Poslana', en: 'Sent' },
    cell: ({ created_at }) => timeCell(parseInstant(created_at)),
  },
  mail: {
    heading: { hr: 'Poruka', en: 'Mail' },
    cell: ({ mail }, language) => mail && mailWords[`mails.state.${mail}`][language],
  },
  expires: {
    heading: { hr: 'Vrijedi do', en: 'Valid until' },
    cell: ({ expires_at }) => timeCell(parseInstant(expires_at)),
  },
  used: {
    heading: { hr: 'Prihvaćena', en: 'Accepted' },
    cell: ({ used_at }) => timeCell(used_at === null ? null : parseInstant(used_at)),
  },
};

const ExportInvitationsQuery = Type.Object({ ...invitationsFilter, ...listFileQuery(invitationColumns) });

export const exportInvitationsRoute = (deps: Pick<Platform, 'database' | 'clock'>): Route =>
  defineRoute({
    ...listExport('export.invitations', ['tenants.not_found']),
    path: '/api/admin/invitations/export',
    summary: 'A list of invitations as a file, in its order',
    tag: 'Administration',
    access: permitted('invitations.manage'),
    requiresReauth: 'always',
    request: { query: ExportInvitationsQuery },
    handle: (request, caller) => {
      const { format, language, columns, ...wanted } = request.query;
      return sendList(deps.database, request, {
        action: 'export.invitations',
        tenantId: scopeOf(caller, wanted.tenant_id).tenantId,
        names: { hr: 'pozivnice', en: 'invitations' },
        columns: invitationColumns,
        pages: everyPage((page) => showInvitations(deps, caller, { ...wanted, ...page, limit: MOST_ON_A_PAGE })),
      });
    },
  });
