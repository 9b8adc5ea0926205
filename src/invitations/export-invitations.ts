import { recordAudit } from '../audit/record-audit.ts';
import type { Call } from '../http/call.ts';
import { defineRoute, type Route } from '../http/define-route.ts';
import { MOST_ON_A_PAGE } from '../http/list-wire.ts';
import { permitted } from '../http/route-access.ts';
import { perCaller } from '../http/route-limit.ts';
import { hours } from '../kernel/durations.ts';
import { policyErrors } from '../policy/policy-errors.ts';
import { scopeOf } from '../policy/scope.ts';
import { everyPage } from '../sheets/every-page.ts';
import { sendSheet } from '../sheets/send-sheet.ts';
import type { Sheet } from '../sheets/sheet.ts';
import { sheetErrors } from '../sheets/sheets-errors.ts';
import { invitationColumns } from './invitations-sheet.ts';
import { ExportInvitationsQuery, type InvitationItem } from './invitations-wire.ts';
import type { InvitationDeps } from './invite-user.ts';
import { showInvitations } from './show-invitations.ts';

export const exportInvitationsRoute = (deps: Pick<InvitationDeps, 'database' | 'clock'>): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/invitations/export',
    summary: 'A list of invitations as a file, in its order',
    tag: 'Administration',
    access: permitted('invitations.manage'),
    requiresReauth: 'always',
    limit: perCaller({ most: 20, within: hours(1) }),
    audit: ['export.invitations'],
    request: { query: ExportInvitationsQuery },
    responses: {
      success: { status: 200, description: 'CSV in UTF-8, or an XLSX workbook', mediaType: 'text/csv' },
      refusals: [policyErrors['users.not_found'], ...Object.values(sheetErrors)],
    },
    handle: async ({ query, call, reply, requireStanding }, caller) => {
      const sheet = await exportInvitations(deps, call, query);
      return sendSheet(reply, { sheet, format: query.format, caller: caller.account.id, requireStanding });
    },
  });

/** The download is recorded before the first line; the text searched for would outlive its person in the log. */
async function exportInvitations(
  deps: Pick<InvitationDeps, 'database' | 'clock'>,
  call: Call,
  query: ExportInvitationsQuery,
): Promise<Sheet<InvitationItem>> {
  const { caller, at } = call;
  const { format, q = '', language: asked, ...filter } = query;
  const { tenantId } = scopeOf(caller, query.tenant_id);
  const meta = { format, asked: { ...filter, searched: q.trim() === '' ? 'no' : 'yes' } };
  await deps.database.transaction((tx) => recordAudit(tx, call, { action: 'export.invitations', tenantId, meta }));
  const language = asked ?? caller.account.preferred_language;
  return {
    name: `${language === 'en' ? 'invitations' : 'pozivnice'}-${at.slice(0, 10)}`,
    language,
    columns: invitationColumns[query.state ?? 'pending'],
    pages: everyPage((cursor) =>
      showInvitations(deps, caller, {
        ...filter,
        q,
        limit: MOST_ON_A_PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      }),
    ),
  };
}
