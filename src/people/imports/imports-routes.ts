import { reachesTenant } from '../../accounts/permissions/managing-users.ts';
import { findTenant } from '../../accounts/tenants/tenants-store.ts';
import type { Call } from '../../platform/http/call.ts';
import { type AnyCaller, keyOfCaller } from '../../platform/http/caller.ts';
import { defineRoute, ok, okFile, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, listAnswer, pageAnswer } from '../../platform/http/list-wire.ts';
import { andServices, permitted, reauthRequired } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { sendEvents, serverSentEvent } from '../../platform/http/server-sent-events.ts';
import type { UploadedForm } from '../../platform/http/uploaded-form.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { sendSheet, sheetFile } from '../../platform/sheets/send-sheet.ts';
import { sheetErrors } from '../../platform/sheets/sheets-errors.ts';
import { isOver } from '../long-acts/long-act.ts';
import { requestUndo } from '../long-acts/request-undo.ts';
import { exportImportsRoute, pageOfImports } from './export-imports.ts';
import { nameOfFile } from './file-name.ts';
import { getImport, importLists } from './find-imports.ts';
import type { Import } from './import.ts';
import { importReport, plainImportReport } from './import-report.ts';
import type { ImportRouteDeps } from './import-route-deps.ts';
import { importErrors } from './imports-errors.ts';
import { IS_REAL, imports } from './imports-store.ts';
import * as wire from './imports-wire.ts';
import type { ReceivedFile, ReceiveFile } from './staged-files.ts';
import { startImport } from './start-import.ts';
import { previewUndo } from './undo-import.ts';

const path = '/api/admin/imports';
const tag = 'Import';
const access = permitted('imports.manage');
const orServices = andServices('imports:write', access);
const limit = perCaller({ most: 240, within: minutes(1) });
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MOST_BYTES = 50 * 1024 * 1024;
const { 'imports.not_found': notFound, 'imports.state': state, ...ofFiles } = importErrors;

export const importRoutes = (deps: ImportRouteDeps): Route[] => [
  ...startingRoutes(deps),
  ...readingRoutes(deps),
  ...followingRoutes(deps),
];

const startingRoutes = (deps: ImportRouteDeps): Route[] => [
  defineRoute({
    method: 'POST',
    path,
    summary: 'Imports people from a CSV or XLSX file',
    tag,
    access: orServices,
    audit: ['import.start'],
    requiresReauth: { when: 'for a file that grants a role which sees or manages others', applies: 'by-handler' },
    limit: perCaller({ most: 240, within: hours(1) }), // refused files too; of those that are read, `mostFiles`
    request: {
      query: wire.StartQuery,
      form: {
        mostBytes: MOST_BYTES,
        mediaTypes: ['text/csv', 'text/plain', XLSX, 'application/json', 'application/x-ndjson'],
        fields: wire.UPLOAD_FIELDS,
      },
    },
    responses: {
      success: { status: 202, description: 'Accepted; follow it by its id', schema: wire.QueuedAnswer },
      refusals: ['tenants.not_found', ...Object.values(ofFiles)],
    },
    handle: async ({ query, form, call }, caller) => {
      const tenantId = query.tenant_id ?? caller.tenantId;
      const options = {
        tenantId,
        dryRun: wire.isOn(query.dry_run),
        invite: wire.isOn(query.invite),
        update: wire.isOn(query.update),
      };
      const { id, status } = await receive(deps, call, form, options);
      void deps.wake();
      return { id, status };
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/:id/undo`,
    summary: 'Undoes an import: deletes the people it created and nobody has used, and gives back what it changed',
    tag,
    access: orServices,
    limit,
    audit: ['import.undo', 'user.delete', 'user.update'],
    request: { params: wire.ImportId },
    responses: {
      success: { status: 202, description: 'Being undone; follow it like the import', schema: wire.QueuedAnswer },
      refusals: [notFound, state],
    },
    handle: async ({ params, call }, caller) => {
      await getImport(deps.database.read, caller, params.id);
      const { id, status } = await requestUndo(deps, call, {
        acts: imports,
        id: params.id,
        only: { where: IS_REAL },
        refusal: state,
      });
      void deps.wake();
      return { id, status };
    },
  }),
];

const readingRoutes = (deps: ImportRouteDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    summary: 'Imports, newest first',
    tag,
    access: orServices,
    limit,
    audit: [],
    request: { query: wire.ImportsQuery },
    responses: {
      success: ok(listAnswer(wire.ImportAnswer, 'ImportList'), 'One page'),
      refusals: ['tenants.not_found'],
    },
    handle: ({ query }, caller) => pageOfImports(deps.database, caller, query),
  }),
  exportImportsRoute(deps),
  defineRoute({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Progress of an import',
    tag,
    access: orServices,
    limit,
    audit: [],
    request: { params: wire.ImportId },
    responses: { success: ok(wire.ImportAnswer, 'The import'), refusals: [notFound] },
    handle: ({ params }, caller) => presentImport(deps, caller, params.id),
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:id/undo`,
    summary: 'What undoing would remove, and what it would leave',
    tag,
    access: orServices,
    limit,
    audit: [],
    request: { params: wire.ImportId },
    responses: { success: ok(wire.UndoPreview, 'As of now'), refusals: [notFound] },
    handle: async ({ params }, caller) =>
      previewUndo(deps.database, caller, await getImport(deps.database.read, caller, params.id)),
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:id/rows`,
    summary: 'The outcome of each row, problems first',
    tag,
    access: orServices,
    limit,
    audit: [],
    request: { params: wire.ImportId, query: wire.RowsQuery },
    responses: { success: ok(listAnswer(wire.RowItem, 'ImportRowList'), 'One page'), refusals: [notFound] },
    handle: async ({ params, query: { outcome, cursor, limit = DEFAULT_LIMIT } }, caller) => {
      const found = await getImport(deps.database.read, caller, params.id);
      const wanted = { outcome, cursor, limit };
      const page = await importLists.rowPage(deps.database.read, found, wanted);
      return pageAnswer(importLists.rowList(found.id), page, importLists.rowKey, wire.showRow);
    },
  }),
];

const followingRoutes = (deps: ImportRouteDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path: `${path}/:id/events`,
    withoutTurn: 'it stays open for minutes',
    summary: 'Progress as server-sent events, to the end',
    tag,
    access: orServices,
    limit: perCaller({ most: 30, within: minutes(1) }), // each lasts up to a quarter of an hour and polls twice a second
    audit: [],
    request: { params: wire.ImportId },
    responses: {
      success: okFile(['text/event-stream'], '`progress` and `end`, each with the import'),
      refusals: [notFound],
    },
    handle: async ({ params, reply, requireLive }, caller) => {
      let last = '';
      await sendEvents(reply, async () => {
        await requireLive();
        const data = await presentImport(deps, caller, params.id);
        const over = isOver(data);
        const present = serverSentEvent({ event: over ? 'end' : 'progress', data });
        const news = present === last ? '' : present;
        last = present;
        return { over, news };
      });
      return reply;
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:id/report.csv`,
    summary: 'The outcome of each row, as a file',
    tag,
    access,
    limit,
    audit: [],
    request: { params: wire.ImportId, query: wire.ReportQuery },
    responses: {
      success: sheetFile('in the order of the file'),
      refusals: [notFound, ...Object.values(sheetErrors)],
    },
    handle: async ({ params, query, reply, requireLive }, caller) => {
      const { read } = deps.database;
      const found = await getImport(read, caller, params.id);
      const language = query.language ?? caller.account.preferred_language;
      const sheet = await importReport(read, found, { manager: caller, language });
      const raw = query.raw === '1' ? plainImportReport(read, found, language) : undefined;
      return sendSheet(reply, {
        sheet,
        format: query.format ?? 'csv',
        raw,
        caller: caller.account.id,
        requireLive,
      });
    },
  }),
];

async function presentImport({ database }: ImportRouteDeps, caller: AnyCaller, id: number) {
  const [one] = await importLists.withNames(database.read, caller, [await getImport(database.read, caller, id)]);
  if (one === undefined) throw new Error('One import has one name');
  return wire.showImport(one);
}

interface Options {
  readonly tenantId: TenantId;
  readonly dryRun: boolean;
  readonly invite: boolean;
  readonly update: boolean;
}

/**
 * @throws AppError 403 `reauth.required` for a file that grants powerful roles, 404 for a tenant out of scope, 413, 422
 */
async function receive(
  deps: ImportRouteDeps,
  call: Call<AnyCaller>,
  form: UploadedForm,
  { tenantId, dryRun, invite, update }: Options,
): Promise<Import> {
  const known = reachesTenant(call.caller, tenantId) && (await findTenant(deps.database.read, tenantId)) !== undefined;
  if (!known) throw new AppError('tenants.not_found');
  const key = keyOfCaller(call.caller);
  const work = async (receiveFile: ReceiveFile) => {
    const { received, ...said } = await readForm(receiveFile, form);
    const isTold = Object.keys({ ...said.mapping, ...said.roles }).length > 0;
    return startImport(deps, call, received, {
      ...said,
      as: isTold ? 'told' : undefined,
      target_tenant_id: tenantId,
      tier: call.caller.tier,
      caller: key,
      mode: dryRun ? 'dry-run' : 'real',
      invitations: invite ? 'send' : 'none',
      existing: update ? 'update' : 'skip',
      permit: async ({ grantsPower }) => {
        if (grantsPower && !dryRun && !deps.hasRecentSignIn(call.caller)) throw reauthRequired(call.caller);
        const taken = await deps.filesOf.take(key);
        if (!taken.allowed) throw new AppError('request.too_many', { retryAfter: taken.until - deps.clock.now() });
      },
    });
  };
  return deps.readFor(key, () => deps.files.receiving(key, work));
}

/** @throws what reading the form throws, and InvalidRequest (422) for fields that are not the expected JSON */
async function readForm(receiveFile: ReceiveFile, form: UploadedForm) {
  let file_name = '';
  const { file, fields } = await form.fileAndFields((chunks, name): Promise<ReceivedFile> => {
    file_name = nameOfFile(name);
    return receiveFile(chunks);
  });
  return { received: file, file_name, ...wire.saidInForm(fields) };
}
