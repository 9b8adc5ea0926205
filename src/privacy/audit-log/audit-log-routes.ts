import { scopeOf } from '../../accounts/permissions/scope.ts';
import { listIdsOf } from '../../accounts/users/merged-users-store.ts';
import type { AuditActions } from '../../platform/audit/audit-actions.ts';
import { auditAsCsv, auditAsJsonLines } from '../../platform/audit/export-audit.ts';
import { type AuditFilter, listAudit } from '../../platform/audit/list-audit.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { SealDeps } from '../../platform/audit/seal-audit.ts';
import { findRecord } from '../../platform/audit/single-records-store.ts';
import { verifyAudit } from '../../platform/audit/verify-audit.ts';
import type { Db } from '../../platform/database/database.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { defineRoute, ok, okFile, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, firstOf, pageAnswer, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { andServices, permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { streamWhileLive } from '../../platform/http/stream-while-live.ts';
import { IdParams } from '../../platform/http/wire.ts';
import { AppError, type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import { type Instant, writtenInstant } from '../../platform/kernel/clock.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';
import { SHEET_TYPES, sendSheet } from '../../platform/sheets/send-sheet.ts';
import { sheetErrors } from '../../platform/sheets/sheets-errors.ts';
import { ActionsAnswer, AuditItem, AuditList, AuditQuery, ChainAnswer } from './audit-log-wire.ts';
import { AuditExportQuery, auditSheet } from './audit-sheet.ts';
import { lookUp, recordLogRead, showRecord } from './show-record.ts';

const auditErrors = declareRefusals({
  'audit.not_found': {
    status: 404,
    hr: 'Takvog zapisa nema.',
    en: 'There is no such record.',
    when: 'No such record, or one of another tenant.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof auditErrors> {}
}

const path = '/api/admin/audit';
const tag = 'Audit';
const access = permitted('audit.read');
const orServices = andServices('audit:read', access);
/** A search of a long log takes many pages. */
const limit = perCaller({ most: 600, within: minutes(1) });
const JSON_LINES = 'application/x-ndjson';
const refusals = ['tenants.not_found'] as const;

export interface AuditLogDeps extends SealDeps {
  readonly auditActions: AuditActions;
}

export const auditRoutes = (deps: AuditLogDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    isSearch: true,
    summary: "The audit log, in the order of its records; reading one person's is recorded, once in ten minutes",
    tag,
    access: orServices,
    limit,
    audit: ['user.read'],
    request: { query: AuditQuery },
    responses: { success: ok(AuditList, 'One page'), refusals },
    handle: async ({ query, call }, caller) => {
      const page = await list(deps, caller, query);
      if (page.items.length > 0) await recordLogRead(deps.database, call, query);
      return page;
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/actions`,
    summary: 'Every action a record may name',
    tag,
    access: orServices,
    limit,
    audit: [],
    request: {},
    responses: { success: ok(ActionsAnswer, 'The catalogue'), refusals: [] },
    handle: async () => ({ items: Object.keys(deps.auditActions).sort() }),
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/export`,
    summary: 'The log as a file',
    tag,
    access,
    audit: ['audit.export', 'user.read'],
    requiresReauth: 'always',
    limit: perCaller({ most: 20, within: hours(1) }),
    request: { query: AuditExportQuery },
    responses: {
      success: okFile([JSON_LINES, ...SHEET_TYPES], 'CSV, an XLSX workbook or JSON lines'),
      refusals: [...refusals, ...Object.values(sheetErrors)],
    },
    handle: async ({ query, call, reply, requireLive }, caller) => {
      const filter = await filterFrom(deps.database.read, caller, query);
      const { format, q, ip, language, raw, sort, columns, ...asked } = query;
      const sheet = auditSheet(deps, caller, { filter, first: firstOf(sort), language, chosen: columns, at: call.at });
      const { tenantId } = filter; // the record goes to the tenant whose log was read; for all tenants, to the caller's own
      // A name or address in the record would outlive its person in the log.
      const searched = { searched: q === undefined ? 'no' : 'yes', by_address: ip === undefined ? 'no' : 'yes' };
      const meta = { format, asked: { ...asked, ...searched } };
      const taken = { action: 'audit.export', tenantId, meta } as const;
      await deps.database.transaction((tx) => recordAudit(tx, call, taken));
      const { user_id, actor_id, tenant_id } = query;
      // Of a person who was never here, the file has nothing.
      const { items } = await list(deps, caller, { user_id, actor_id, tenant_id, limit: 1 });
      if (items.length > 0) await recordLogRead(deps.database, call, query);
      const { bulkRead } = deps.database;
      if (format === 'jsonl') {
        reply.header('content-disposition', `attachment; filename="${sheet.name}.jsonl"`);
        return reply.type(JSON_LINES).send(streamWhileLive(auditAsJsonLines(bulkRead, filter), requireLive));
      }
      const plain = raw === '1' ? auditAsCsv(bulkRead, filter) : undefined;
      return sendSheet(reply, { sheet, format, raw: plain, caller: caller.account.id, requireLive });
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/verify`,
    summary: 'Verifies the sealed chain and reports every deviation',
    tag,
    audit: [],
    request: {},
    access: permitted('audit.verify'),
    limit: perCaller({ most: 6, within: minutes(1) }),
    responses: { success: ok(ChainAnswer, 'The state of the chain'), refusals: [] },
    handle: () => verifyAudit(deps),
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One record',
    tag,
    access: orServices,
    limit,
    audit: [],
    request: { params: IdParams },
    responses: { success: ok(AuditItem, 'The record'), refusals: ['audit.not_found'] },
    handle: async ({ params }, caller) => {
      const { read } = deps.database;
      const scope = scopeOf(caller);
      const record = await findRecord(read, params.id, scope);
      if (record === undefined) throw new AppError('audit.not_found');
      return showRecord(record, await lookUp([record], read, scope));
    },
  }),
];

async function list({ database }: SealDeps, caller: AnyCaller, query: AuditQuery) {
  const first = firstOf(query.sort);
  const name = first === 'newest' ? 'audit' : `audit:${first}`;
  const [after] = query.cursor === undefined ? [] : keyFromCursor(name, ['number'], query.cursor);
  const limit = query.limit ?? DEFAULT_LIMIT;
  const page = { first, after: after === undefined ? undefined : Number(after), limit, cap: TOTAL_CAP + 1 };
  const filter = await filterFrom(database.read, caller, query);
  const { rows, counted, isUncounted, searchedTo } = await listAudit(database, filter, page);
  const known = await lookUp(rows, database.read, scopeOf(caller));
  const answer = pageAnswer(
    name,
    { rows, counted, limit, isUncounted, searchedTo: searchedTo && [searchedTo.id] },
    ({ id }) => [id],
    (record) => showRecord(record, known),
  );
  return { ...answer, searched_to: searchedTo?.at ?? null };
}

/** Whoever was merged is asked for by all their ids, whichever is known. */
async function filterFrom(
  db: Db,
  caller: AnyCaller,
  query: Omit<AuditQuery, 'cursor' | 'limit'>,
): Promise<AuditFilter> {
  const scope = scopeOf(caller, query.tenant_id);
  const { actor_id, user_id, ip, q, import_id: importId } = query;
  const actorIds = actor_id === undefined ? undefined : await listIdsOf(db, actor_id);
  const userIds = user_id === undefined ? undefined : await listIdsOf(db, user_id);
  const [action, ...others] = query.action?.split(',') ?? [];
  const acts = action === undefined || others.length === 0 ? { action } : { actions: [action, ...others] };
  const without = query.without?.split(',');
  const { service_id: serviceId, actor_kind: actorKind } = query;
  const isGrouped = query.grouped === '1';
  const [from, to] = [instantOf('from', query.from), instantOf('to', query.to)];
  return { ...scope, ...acts, without, actorIds, userIds, ip, q, from, to, isGrouped, importId, serviceId, actorKind };
}

/** A date alone means its start, or its end for `to`. */
function instantOf(name: 'from' | 'to', text: string | undefined): Instant | undefined {
  if (text === undefined) return undefined;
  const whole = text.length === 10 ? `${text}T${name === 'from' ? '00:00:00.000' : '23:59:59.999'}Z` : text;
  const at = writtenInstant(whole);
  if (at === undefined) throw invalidField('query', name, 'instant', 'Vrijeme nije ispravno.');
  return at;
}
