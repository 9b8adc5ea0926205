import { Type } from 'typebox';
import type { Call } from '../http/call.ts';
import { defineRoute, ok, type Route } from '../http/define-route.ts';
import { DEFAULT_LIMIT, listAnswer, pageAnswer } from '../http/list-wire.ts';
import { type HasRecentSignIn, reauthRequired, signedIn } from '../http/route-access.ts';
import { perCaller } from '../http/route-limit.ts';
import { streamWhileStanding } from '../http/stream-while-standing.ts';
import type { UploadedForm } from '../http/uploaded-form.ts';
import { AppError } from '../kernel/app-error.ts';
import { hours, minutes } from '../kernel/durations.ts';
import { reachesTenant } from '../policy/managing-users.ts';
import { policyErrors } from '../policy/policy-errors.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import type { Language } from '../users/user.ts';
import { getImport, listImportRows, listImportsFor, rowKey, rowList } from './find-imports.ts';
import { type Import, isOver, type Outcome } from './import.ts';
import { sendEvents } from './import-events.ts';
import { importReport } from './import-report.ts';
import type { StagedFile } from './staged-files.ts';
import { type StartDeps, startImport } from './start-import.ts';
import { askForUndo, previewUndo } from './undo-import.ts';
import { importErrors } from './user-import-errors.ts';
import * as wire from './user-import-wire.ts';

export interface UserImportDeps extends StartDeps {
  readonly hasRecentSignIn: HasRecentSignIn;
  /** Has queued work looked at now rather than soon. */
  readonly wake: () => Promise<void>;
}

const path = '/api/admin/imports';
const tag = 'Import';
const access = signedIn({ weakestTier: 1 });
const limit = perCaller({ most: 240, within: minutes(1) });
const MOST_BYTES = 50 * 1024 * 1024;
const { 'imports.not_found': notFound, 'imports.state': state, ...ofFiles } = importErrors;

export const userImportRoutes = (deps: UserImportDeps): Route[] => [
  ...startingRoutes(deps),
  ...readingRoutes(deps),
  ...followingRoutes(deps),
];

const startingRoutes = (deps: UserImportDeps): Route[] => [
  defineRoute({
    method: 'POST',
    path,
    summary: 'Imports people from a CSV file',
    tag,
    access,
    audit: ['import.start'],
    requiresReauth: { when: 'for a file that grants a role which sees or manages others', applies: 'by-handler' },
    limit: perCaller({ most: 30, within: hours(1) }), // a file tells of each address whether somebody has it
    request: { query: wire.StartQuery, form: { mostBytes: MOST_BYTES, mediaTypes: ['text/csv', 'text/plain'] } },
    responses: {
      success: { status: 202, description: 'Safely received; to be followed by its id', schema: wire.QueuedAnswer },
      refusals: [policyErrors['users.not_found'], ...Object.values(ofFiles)],
    },
    handle: async ({ query, form, call }, caller) => {
      const tenantId = query.tenant_id ?? caller.tenantId;
      const options = { tenantId, dryRun: wire.isOn(query.dry_run), invite: wire.isOn(query.invite) };
      const { id, status } = await receive(deps, call, form, options);
      void deps.wake();
      return { id, status };
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/:id/undo`,
    summary: 'Takes back what an import created and nobody has used',
    tag,
    access,
    limit,
    audit: ['import.undo', 'user.delete'],
    request: { params: wire.ImportId },
    responses: {
      success: { status: 202, description: 'Being undone; to be followed like the import', schema: wire.QueuedAnswer },
      refusals: [notFound, state],
    },
    handle: async ({ params, call }, caller) => {
      await getImport(deps.database.read, caller, params.id);
      const { id, status } = await askForUndo(deps, call, params.id);
      void deps.wake();
      return { id, status };
    },
  }),
];

const readingRoutes = (deps: UserImportDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    summary: 'The imports, newest first',
    tag,
    access,
    limit,
    audit: [],
    request: { query: wire.ImportsQuery },
    responses: {
      success: ok(listAnswer(wire.ImportAnswer, 'ImportList'), 'One page'),
      refusals: [policyErrors['users.not_found']],
    },
    handle: async ({ query: { tenant_id: tenantId, cursor, limit = DEFAULT_LIMIT } }, caller) => {
      const page = await listImportsFor(deps.database.read, caller, { tenantId, cursor, limit });
      return pageAnswer('imports', page, ({ id }) => [id], wire.showImport);
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'How far an import is',
    tag,
    access,
    limit,
    audit: [],
    request: { params: wire.ImportId },
    responses: { success: ok(wire.ImportAnswer, 'The import'), refusals: [notFound] },
    handle: async ({ params }, caller) => wire.showImport(await getImport(deps.database.read, caller, params.id)),
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:id/undo`,
    summary: 'What undoing would take back, and what it would leave',
    tag,
    access,
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
    summary: 'What became of each row, problems first',
    tag,
    access,
    limit,
    audit: [],
    request: { params: wire.ImportId, query: wire.RowsQuery },
    responses: { success: ok(listAnswer(wire.RowItem, 'ImportRowList'), 'One page'), refusals: [notFound] },
    handle: async ({ params, query: { outcome, cursor, limit = DEFAULT_LIMIT } }, caller) => {
      const found = await getImport(deps.database.read, caller, params.id);
      const wanted = { outcome: outcome as Outcome | undefined, cursor, limit };
      const page = await listImportRows(deps.database.read, found, wanted);
      return pageAnswer(rowList(found.id), page, rowKey, wire.showRow);
    },
  }),
];

const followingRoutes = (deps: UserImportDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path: `${path}/:id/events`,
    summary: 'Progress as server-sent events, to the end',
    tag,
    access,
    limit: perCaller({ most: 30, within: minutes(1) }), // each lasts up to a quarter of an hour and asks twice a second
    audit: [],
    request: { params: wire.ImportId },
    responses: {
      success: { status: 200, description: '`progress` and `end`, each with the import', ...asEvents },
      refusals: [notFound],
    },
    handle: async ({ params, reply, requireStanding }, caller) => {
      await sendEvents(reply, async () => {
        await requireStanding();
        const found = await getImport(deps.database.read, caller, params.id);
        return { over: isOver(found), data: wire.showImport(found) };
      });
      return reply;
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:id/report.csv`,
    summary: 'What became of each row, as a file',
    tag,
    access,
    limit,
    audit: [],
    request: { params: wire.ImportId, query: wire.ReportQuery },
    responses: { success: { status: 200, description: 'In the order of the file', ...asCsv }, refusals: [notFound] },
    handle: async ({ params, query, reply, requireStanding }, caller) => {
      const { id } = await getImport(deps.database.read, caller, params.id);
      const language = (query.language as Language | undefined) ?? caller.account.preferred_language;
      const name = language === 'en' ? `import-${id}.csv` : `uvoz-${id}.csv`;
      reply.header('content-disposition', `attachment; filename="${name}"`);
      const report = importReport(deps.database.read, id, language);
      return reply.type('text/csv; charset=utf-8').send(streamWhileStanding(report, requireStanding));
    },
  }),
];

const asEvents = { mediaType: 'text/event-stream', schema: Type.String() };
const asCsv = { mediaType: 'text/csv', schema: Type.String() };

interface Options {
  readonly tenantId: number;
  readonly dryRun: boolean;
  readonly invite: boolean;
}

/** @throws AppError 403 `reauth.required` for a file that grants power, 404 for a tenant out of reach, 413, 422 */
async function receive(
  deps: UserImportDeps,
  call: Call,
  form: UploadedForm,
  { tenantId, dryRun, invite }: Options,
): Promise<Import> {
  const known = reachesTenant(call.caller, tenantId) && (await findTenant(deps.database.read, tenantId)) !== undefined;
  if (!known) throw new AppError(policyErrors['users.not_found']);
  const received: StagedFile[] = [];
  const stage = async (chunks: AsyncIterable<Buffer>) => received.push(await deps.files.stage(chunks));
  try {
    await form.firstFile(stage);
  } catch (error) {
    for (const { name } of received) await deps.files.remove(name); // the rest of the form broke
    throw error;
  }
  const [staged] = received;
  if (staged === undefined) throw new Error('A form was read and no file was kept');
  return startImport(deps, call, staged, {
    target_tenant_id: tenantId,
    tier: call.caller.tier,
    mode: dryRun ? 'dry-run' : 'real',
    invitations: invite ? 'send' : 'none',
    permit: ({ grantsPower }) => {
      if (grantsPower && !dryRun && !deps.hasRecentSignIn(call.caller)) throw reauthRequired();
    },
  });
}
