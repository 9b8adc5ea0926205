import { scopeOf } from '../../accounts/policy/scope.ts';
import { tenantErrors } from '../../accounts/tenants/tenants-errors.ts';
import { defineRoute, type Route } from '../../platform/http/define-route.ts';
import { MOST_ON_A_PAGE } from '../../platform/http/list-wire.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { everyPage, listExport, sendList } from '../../platform/sheets/list-export.ts';
import { ExportMailsQuery, mailColumns } from './mails-sheet.ts';
import { type MailsDeps, showMails } from './show-mails.ts';

export const exportMailsRoute = (deps: MailsDeps): Route =>
  defineRoute({
    ...listExport('export.mails', [tenantErrors['tenants.not_found']]),
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
