import { scopeOf } from '../../accounts/policy/scope.ts';
import { tenantErrors } from '../../accounts/tenants/tenants-errors.ts';
import { defineRoute, type Route } from '../../platform/http/define-route.ts';
import { MOST_ON_A_PAGE } from '../../platform/http/list-wire.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { everyPage, listExport, sendList } from '../../platform/sheets/list-export.ts';
import { ExportQueueQuery, erasureColumns } from './erasures-sheet.ts';
import type { PrivacyDeps } from './privacy-deps.ts';
import { showQueue } from './show-queue.ts';

export const exportErasuresRoute = (deps: Pick<PrivacyDeps, 'database'>): Route =>
  defineRoute({
    ...listExport('export.erasures', [tenantErrors['tenants.not_found']]),
    path: '/api/admin/gdpr/erasure-requests/export',
    summary: 'Requests for erasure as a file, in the order of their list; without the reasons of decisions',
    tag: 'Privacy',
    access: permitted('erasures.manage'),
    requiresReauth: 'always',
    request: { query: ExportQueueQuery },
    handle: (request, caller) => {
      const { format, language, columns, ...wanted } = request.query;
      return sendList(deps.database, request, {
        action: 'export.erasures',
        tenantId: scopeOf(caller, wanted.tenant_id).tenantId,
        names: { hr: 'zahtjevi-za-brisanje', en: 'erasure-requests' },
        columns: erasureColumns,
        pages: everyPage((page) => showQueue(deps, request.call, { ...wanted, ...page, limit: MOST_ON_A_PAGE })),
      });
    },
  });
