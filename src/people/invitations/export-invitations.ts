import { Type } from 'typebox';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import { defineRoute, type Route } from '../../platform/http/define-route.ts';
import { MOST_ON_A_PAGE } from '../../platform/http/list-wire.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { everyPage, listExport, sendList } from '../../platform/sheets/list-export.ts';
import type { SheetColumns } from '../../platform/sheets/sheet.ts';
import { timeCell } from '../../platform/sheets/sheet.ts';
import { listFileQuery } from '../../platform/sheets/sheet-wire.ts';
import { columnWords } from '../../platform/words/column-words.ts';
import { mailWords } from '../../platform/words/mail-words.ts';
import { type InvitationItem, invitationsFilter } from './invitations-wire.ts';
import { showInvitations } from './show-invitations.ts';

/** The columns of the page. */
const invitationColumns = {
  person: { heading: columnWords['column.person'], cell: ({ full_name }) => full_name },
  email: { heading: columnWords['column.email'], cell: ({ email }) => email },
  by: { heading: columnWords['column.sender'], cell: ({ invited_by }) => invited_by },
  sent: {
    heading: columnWords['column.sent'],
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
    heading: columnWords['column.accepted'],
    cell: ({ used_at }) => timeCell(used_at === null ? null : parseInstant(used_at)),
  },
} satisfies SheetColumns<InvitationItem>;

export type InvitationColumn = keyof typeof invitationColumns;

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
