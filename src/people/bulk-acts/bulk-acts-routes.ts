import { checkedReason } from '../../accounts/users/checked-fields.ts';
import type { Call } from '../../platform/http/call.ts';
import { Accepted, defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, listAnswer, pageAnswer } from '../../platform/http/list-wire.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { IdParams } from '../../platform/http/wire.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';
import { sendSheet, sheetFile } from '../../platform/sheets/send-sheet.ts';
import { sheetErrors } from '../../platform/sheets/sheets-errors.ts';
import { REPLACING_PASSWORD } from '../user-admin/user-access-acts.ts';
import type { BulkActsDeps } from './act-on-person.ts';
import { actOnSeveral } from './act-on-person.ts';
import { bulkErrors } from './bulk-acts-errors.ts';
import * as wire from './bulk-acts-wire.ts';
import type { BulkJob } from './bulk-job.ts';
import { bulkReport } from './bulk-sheet.ts';
import { bulkLists, getJob, withPeople } from './find-bulk-jobs.ts';
import { reauthForBulk, reauthForBulkUndo } from './reauth-for-bulk.ts';
import { countSelected, MOST_IN_JOB, nameSelected } from './select-people.ts';
import { startBulkJob } from './start-bulk-job.ts';
import { previewUndo, requestBulkUndo } from './undo-bulk-job.ts';

const users = '/api/admin/users';
const path = '/api/admin/bulk-acts';
const common = {
  tag: 'Administration',
  access: permitted('people.manage'),
  limit: perCaller({ most: 240, within: minutes(1) }),
} as const;
const outOfScope = ['tenants.not_found', 'imports.not_found'] as const;
const { 'bulk.not_found': notFound, 'bulk.state': state, 'bulk.busy': busy } = bulkErrors;

export const bulkActsRoutes = (deps: BulkActsDeps): Route[] => [
  ...startingRoutes(deps),
  ...readingRoutes(deps),
  ...reportingRoutes(deps),
  ...undoingRoutes(deps),
];

const startingRoutes = (deps: BulkActsDeps): Route[] => [
  defineRoute({
    ...common,
    method: 'GET',
    path: `${users}/selection`,
    isSearch: true,
    summary: 'How many people a filter selects for a bulk act',
    audit: [],
    request: { query: wire.SelectionQuery },
    responses: { success: ok(wire.SelectionAnswer, 'As of now'), refusals: outOfScope },
    handle: async ({ query: { names, ...filter }, call }, caller) => {
      const { bulkRead } = deps.database;
      const people = names === '1' ? { people: await nameSelected(bulkRead, caller, filter, call.at) } : {};
      return { ...(await countSelected(bulkRead, caller, filter, call.at)), most: MOST_IN_JOB, ...people };
    },
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: `${users}/bulk`,
    summary: 'One act on several people by their ids, or on everybody who matches a filter',
    audit: [
      ...(['user.invite', 'user.suspend', 'user.unsuspend', 'user.role.change', 'bulk.start'] as const),
      ...REPLACING_PASSWORD,
    ],
    requiresReauth: reauthForBulk(deps),
    request: { body: wire.BulkBody },
    responses: {
      success: ok(wire.BulkAnswer, 'By `ids`: what became of each'),
      accepted: { status: 202, description: 'By `filter`: follow it by its id', schema: wire.JobAnswer },
      refusals: [...outOfScope, 'bulk.total', busy, 'bulk.too_many'],
    },
    handle: async ({ body, call }) => {
      const { ids, filter } = body;
      if (ids !== undefined && filter === undefined) return actOnSeveral(deps, call, ids, wantedAct(body));
      return new Accepted(await start(deps, call, body));
    },
  }),
];

const readingRoutes = (deps: BulkActsDeps): Route[] => [
  defineRoute({
    ...common,
    method: 'GET',
    path,
    summary: 'Bulk acts by filter, newest first',
    audit: [],
    request: { query: wire.JobsQuery },
    responses: {
      success: ok(listAnswer(wire.JobAnswer, 'BulkJobList'), 'One page'),
      refusals: ['tenants.not_found'],
    },
    handle: async ({ query: { tenant_id: tenantId, cursor, limit = DEFAULT_LIMIT } }, caller) => {
      const { read } = deps.database;
      const page = await bulkLists.page(read, caller, { tenantId, cursor, limit });
      const rows = await bulkLists.withNames(read, caller, page.rows);
      return pageAnswer('bulk-acts', { ...page, rows }, ({ id }) => [id], wire.showJob(deps.clock));
    },
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Progress of a bulk act',
    audit: [],
    request: { params: IdParams },
    responses: { success: ok(wire.JobAnswer, 'The bulk act'), refusals: [notFound] },
    handle: async ({ params, call }) =>
      jobAnswerFor(deps, call, await getJob(deps.database.read, call.caller, params.id)),
  }),
];

const reportingRoutes = (deps: BulkActsDeps): Route[] => [
  defineRoute({
    ...common,
    method: 'GET',
    path: `${path}/:id/rows`,
    summary: 'What became of each person, problems first',
    audit: [],
    request: { params: IdParams, query: wire.RowsQuery },
    responses: { success: ok(listAnswer(wire.RowItem, 'BulkRowList'), 'One page'), refusals: [notFound] },
    handle: async ({ params, query: { outcome, cursor, limit = DEFAULT_LIMIT } }, caller) => {
      const { read } = deps.database;
      const job = await getJob(read, caller, params.id);
      const page = await bulkLists.rowPage(read, job, { outcome, cursor, limit });
      const rows = await withPeople(read, caller, page.rows);
      return pageAnswer(bulkLists.rowList(job.id), { ...page, rows }, bulkLists.rowKey, wire.showRow);
    },
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: `${path}/:id/report`,
    summary: 'The same as a file',
    requiresReauth: 'always',
    limit: perCaller({ most: 20, within: hours(1) }),
    audit: ['bulk.report'],
    request: { params: IdParams, query: wire.BulkReportQuery },
    responses: {
      success: sheetFile('one row for each person'),
      refusals: [notFound, ...Object.values(sheetErrors)],
    },
    handle: async ({ params, query, call, reply, requireLive }, caller) => {
      const job = await getJob(deps.database.read, caller, params.id);
      const report = await bulkReport(deps, call, job, query);
      const { format = 'csv' } = query;
      return sendSheet(reply, { ...report, format, caller: caller.userId, requireLive });
    },
  }),
];

const undoingRoutes = (deps: BulkActsDeps): Route[] => [
  defineRoute({
    ...common,
    method: 'GET',
    path: `${path}/:id/undo`,
    summary: 'Whom undoing would reach, and whom it would leave',
    audit: [],
    request: { params: IdParams },
    responses: { success: ok(wire.UndoPreview, 'As of now'), refusals: [notFound] },
    handle: async ({ params }, caller) =>
      previewUndo(deps, caller, await getJob(deps.database.read, caller, params.id)),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: `${path}/:id/undo`,
    summary: 'Undoes a bulk act: invitations that nobody has used are cancelled, roles and standings given back',
    audit: [
      ...(['bulk.undo', 'user.invite', 'invitation.cancel', 'user.unsuspend', 'user.suspend'] as const),
      ...(['user.role.change', ...REPLACING_PASSWORD] as const),
    ],
    requiresReauth: reauthForBulkUndo(deps),
    request: { params: IdParams },
    responses: {
      success: { status: 202, description: 'Being undone; follow it by its id', schema: wire.JobAnswer },
      refusals: [notFound, state, busy],
    },
    handle: async ({ params, call }, caller) => {
      const job = await getJob(deps.database.read, caller, params.id);
      const answer = await jobAnswerFor(deps, call, await requestBulkUndo(deps, call, job));
      void deps.wake();
      return answer;
    },
  }),
];

async function start(deps: BulkActsDeps, call: Call, body: wire.BulkBody) {
  const { ids, filter, expected_total: expectedTotal, tolerance = 0 } = body;
  if (filter === undefined) throw missing('ids');
  if (ids !== undefined) throw invalidField('body', 'filter', 'forbidden', 'Navedite ili ljude ili filtar.');
  if (expectedTotal === undefined) throw missing('expected_total');
  const job = await startBulkJob(deps, call, { filter, expectedTotal, tolerance, ...wantedAct(body) });
  void deps.wake();
  return jobAnswerFor(deps, call, job);
}

/** @throws InvalidRequest (422) for a role act without a role */
function wantedAct({ action, role, reason = '' }: wire.BulkBody): Pick<BulkJob, 'action' | 'role' | 'reason'> {
  if (action === 'role' && role === undefined) throw missing('role');
  return { action, role: (action === 'role' && role) || null, reason: checkedReason(reason) };
}

const missing = (field: string) => invalidField('body', field, 'missing', 'Ovo je polje obavezno.');

async function jobAnswerFor({ database, clock }: BulkActsDeps, { caller }: Call, job: BulkJob) {
  const [named] = await bulkLists.withNames(database.read, caller, [job]);
  if (named === undefined) throw new Error('One job has one name');
  return wire.showJob(clock)(named);
}
