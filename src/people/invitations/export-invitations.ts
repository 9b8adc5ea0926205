import { scopeOf } from '../../accounts/policy/scope.ts';
import { tenantErrors } from '../../accounts/tenants/tenants-errors.ts';
import { defineRoute, type Route } from '../../platform/http/define-route.ts';
import { MOST_ON_A_PAGE } from '../../platform/http/list-wire.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { everyPage, listExport, sendList } from '../../platform/sheets/list-export.ts';
import { ExportInvitationsQuery, invitationColumns } from './invitations-sheet.ts';
import type { InvitationDeps } from './invite-user.ts';
import { showInvitations } from './show-invitations.ts';

export const exportInvitationsRoute = (deps: Pick<InvitationDeps, 'database' | 'clock'>): Route =>
  defineRoute({
    ...listExport('export.invitations', [tenantErrors['tenants.not_found']]),
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
