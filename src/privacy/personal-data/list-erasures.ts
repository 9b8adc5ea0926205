import { Type } from 'typebox';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import { isErasedAddress } from '../../accounts/users/erase-user.ts';
import type { Call } from '../../platform/http/call.ts';
import { defineRoute, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, MOST_ON_A_PAGE, pageAnswer, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import { everyPage, listExport, sendList } from '../../platform/sheets/list-export.ts';
import type { SheetColumns } from '../../platform/sheets/sheet.ts';
import { timeCell } from '../../platform/sheets/sheet.ts';
import { listFileQuery } from '../../platform/sheets/sheet-wire.ts';
import { columnWords } from '../../platform/words/column-words.ts';
import { erasureWords } from '../../platform/words/erasure-words.ts';
import { countQueue, listQueue, type QueueSort } from './erasure-requests-store.ts';
import type { PrivacyDeps } from './personal-data-deps.ts';
import { type FormerSort, type QueueItem, type QueueQuery, queueFilter, showQueued } from './personal-data-wire.ts';

const QUEUE = 'erasure-requests';

/** What the orders were called in 0.1. */
const FORMER_SORTS = { newest: '-created', oldest: 'created' } as const satisfies Record<FormerSort, QueueSort>;

const queueSort = (asked: QueueSort | FormerSort = '-created'): QueueSort =>
  asked === 'newest' || asked === 'oldest' ? FORMER_SORTS[asked] : asked;

/** One page of requests, as the caller may see it. @throws AppError 404 for another tenant */
export async function showQueue(
  { database: { read } }: Pick<PrivacyDeps, 'database'>,
  call: Pick<Call, 'caller' | 'at'>,
  query: QueueQuery,
) {
  const { sort: asked, limit = DEFAULT_LIMIT, cursor, status, origin, user_id: userId, tenant_id } = query;
  const wanted = { ...scopeOf(call.caller, tenant_id), status, origin, userId };
  const sort = queueSort(asked);
  const list = `${QUEUE} ${sort}`;
  const [due_at, id] = cursor === undefined ? [] : keyFromCursor(list, ['instant', 'number'], cursor);
  const after = cursor === undefined ? undefined : { due_at: parseInstant(String(due_at)), id: Number(id) };
  const rows = await listQueue(read, wanted, { sort, after, limit: limit + 1 });
  const counted = await countQueue(read, wanted, TOTAL_CAP + 1);
  return pageAnswer(list, { rows, counted, limit }, (row) => [row.due_at, row.id], showQueued(call));
}

const wholeTime = (at: string | null) => timeCell(at === null ? null : parseInstant(at));

/** The columns of the page. An erased person has only an id. */
const erasureColumns = {
  person: {
    heading: columnWords['column.person'],
    cell: ({ full_name, user_id }, language) =>
      full_name.trim() === ''
        ? erasureWords['privacy.person.number'][language].replace('{{id}}', String(user_id))
        : full_name,
  },
  email: { heading: columnWords['column.email'], cell: ({ email }) => (isErasedAddress(email) ? null : email) },
  origin: {
    heading: columnWords['column.origin'],
    cell: ({ origin }, language) => erasureWords[`privacy.origin.${origin}`][language],
  },
  status: {
    heading: columnWords['column.state'],
    cell: ({ status, legal_hold_at }, language) =>
      erasureWords[`privacy.one.${status === 'pending' && legal_hold_at !== null ? 'held' : status}`][language],
  },
  requested: { heading: columnWords['column.requested'], cell: ({ requested_at }) => wholeTime(requested_at) },
  due: { heading: columnWords['column.due'], cell: ({ due_at }) => wholeTime(due_at) },
  since: {
    heading: columnWords['column.from'],
    cell: ({ status, completed_at, failed_at, cancelled_at, decided_at }) =>
      status === 'pending' ? null : wholeTime(completed_at ?? failed_at ?? cancelled_at ?? decided_at),
  },
} satisfies SheetColumns<QueueItem>;

export type ErasureColumn = keyof typeof erasureColumns;

const ExportQueueQuery = Type.Object({ ...queueFilter, ...listFileQuery(erasureColumns) });

export const exportErasuresRoute = (deps: Pick<PrivacyDeps, 'database'>): Route =>
  defineRoute({
    ...listExport('export.erasures', ['tenants.not_found']),
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
