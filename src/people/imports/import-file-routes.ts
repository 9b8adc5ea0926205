import type { Static } from 'typebox';
import type { Call } from '../../platform/http/call.ts';
import { type AnyCaller, keyOfCaller } from '../../platform/http/caller.ts';
import { defineRoute, ok, okFile, type Route } from '../../platform/http/define-route.ts';
import { andServices, permitted, reauthRequired } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';
import { turnQueue } from '../../platform/kernel/turn-queue.ts';
import { faultyFiles } from './faulty-file.ts';
import { tooBusy } from './file-inspector.ts';
import { getImport } from './find-imports.ts';
import type { Import, Reading } from './import.ts';
import type { ImportRouteDeps } from './import-route-deps.ts';
import { importRows } from './import-rows-store.ts';
import { importErrors } from './imports-errors.ts';
import * as wire from './imports-wire.ts';
import { enoughForLines } from './line-offsets.ts';
import { NO_BEGINNING, requireKept, showBeginning, showCells } from './show-cells.ts';
import { continueImport, missingFile } from './start-import.ts';

const path = '/api/admin/imports/:id';
const tag = 'Import';
const access = permitted('imports.manage');
const orServices = andServices('imports:write', access);
const {
  'imports.not_found': notFound,
  'imports.file_gone': gone,
  'imports.corrected': corrected,
  'imports.busy': busy,
  'imports.too_slow': slow,
} = importErrors;
const { 'imports.headings': headings, 'imports.mapping': mapping, 'imports.no_email': noEmail } = importErrors;
const { 'imports.empty': empty, 'imports.unreadable': unreadable, 'imports.too_many_columns': tooWide } = importErrors;
/** Each check of a file reveals for each address whether it has an account. */
const limit = perCaller({ most: 60, within: hours(1) });

/** Routes for the file of a check, as long as it is kept. */
export const importFileRoutes = (deps: ImportRouteDeps): Route[] => [
  ...continuingRoutes(deps),
  ...rereadingRoutes(deps),
];

const continuingRoutes = (deps: ImportRouteDeps): Route[] => [
  defineRoute({
    method: 'POST',
    path: `${path}/check`,
    summary: 'Checks the same file again, with other meanings of its columns and words',
    tag,
    access: orServices,
    limit,
    audit: ['import.start'],
    request: { params: wire.ImportId, body: wire.CheckBody },
    responses: {
      success: { status: 202, description: 'Accepted; follow it by its id', schema: wire.QueuedAnswer },
      refusals: [notFound, gone, corrected, headings, mapping, noEmail, empty, unreadable, tooWide, slow, busy],
    },
    handle: async ({ params, body, call }) => {
      const found = await getImport(deps.database.read, call.caller, params.id);
      const words = body.roles === undefined ? undefined : wire.wordsOfRoles(body.roles);
      return queue(deps, call, found, {
        mode: 'dry-run',
        mapping: body.mapping ?? (hasOtherHeadings(body) ? {} : found.mapping),
        roles: words ?? found.roles,
        tableLine: body.table_line ?? (body.sheet === undefined ? lineOf(found) : undefined),
        sheet: body.sheet ?? found.reading.sheet ?? undefined,
        encoding: body.encoding,
        invitations: found.invitations,
        existing: body.update === undefined ? found.existing : body.update ? 'update' : 'skip',
        as: asOf(body, found.reading.as),
        permit: () => {},
      });
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/run`,
    summary: 'Imports the people of a file as it was checked',
    tag,
    access: orServices,
    limit,
    audit: ['import.start'],
    requiresReauth: { when: 'for a file that grants a role which sees or manages others', applies: 'by-handler' },
    request: { params: wire.ImportId, body: wire.RunBody },
    responses: {
      success: { status: 202, description: 'Accepted; follow it by its id', schema: wire.QueuedAnswer },
      refusals: [notFound, gone, corrected, slow, busy],
    },
    handle: async ({ params, body, call }) => {
      const found = await getImport(deps.database.read, call.caller, params.id);
      return queue(deps, call, found, {
        mode: 'real',
        mapping: found.mapping,
        roles: found.roles,
        tableLine: lineOf(found),
        sheet: found.reading.sheet ?? undefined,
        invitations: body.invite === true ? 'send' : 'none',
        existing: found.existing,
        as: found.reading.as,
        permit: ({ grantsPower }) => {
          if (grantsPower && !deps.hasRecentSignIn(call.caller)) throw reauthRequired(call.caller);
        },
      });
    },
  }),
];

/** Who says nothing of columns, words and place wants them guessed, whatever an earlier file was read by. */
function asOf({ mapping, roles, table_line, sheet, encoding }: Static<typeof wire.CheckBody>, before: Reading['as']) {
  const said = [table_line, sheet, encoding, ...Object.keys(mapping ?? {}), ...Object.keys(roles ?? {})];
  if (said.some((one) => one !== undefined)) return 'told';
  return mapping === undefined ? before : undefined;
}

/** Headings on another line, or read in another encoding, are not those that a mapping names. */
const hasOtherHeadings = ({ table_line, encoding, sheet }: Static<typeof wire.CheckBody>): boolean =>
  table_line !== undefined || encoding !== undefined || sheet !== undefined;

/** Where the check found the table, or was told that it is; a mapping does not move it. */
const lineOf = ({ reading: { table_line } }: Import): number | undefined => (table_line === 0 ? undefined : table_line);

async function queue(
  deps: ImportRouteDeps,
  call: Call<AnyCaller>,
  found: Import,
  order: Omit<Parameters<typeof continueImport>[3], 'target_tenant_id' | 'tier' | 'file_name' | 'caller'>,
) {
  const { target_tenant_id, file_name } = found;
  const caller = keyOfCaller(call.caller);
  const whole = { ...order, target_tenant_id, file_name, tier: call.caller.tier, caller };
  const { id, status } = await deps.readFor(caller, () => continueImport(deps, call, found, whole));
  void deps.wake();
  return { id, status };
}

function rereadingRoutes(deps: ImportRouteDeps): Route[] {
  const reading = turnQueue({ mostRunning: 2, mostWaiting: 16, mostWaitingPerCaller: 4, full: tooBusy });
  const kept = async (call: Call, id: number): Promise<Import> => {
    const found = await getImport(deps.database.read, call.caller, id);
    requireKept(found, nowOf(deps.clock));
    return found;
  };
  // Rows of a workbook are not on the lines of the staged file that their numbers say.
  const copyFor = ({ file, encoding }: Import, lines: readonly number[]) =>
    deps.files.local(file, encoding === 'rows' ? undefined : enoughForLines(lines)).catch(missingFile);
  const sendFaulty = faultyFiles({
    db: deps.database.read,
    files: deps.files,
    copyOf: async (found) =>
      copyFor(found, [(await importRows.findLast(deps.database.read, found.id, 'failed'))?.line ?? 1]),
  });
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/cells`,
      summary: 'Rows of the file cell by cell, with their outcomes',
      tag,
      access,
      limit: perCaller({ most: 120, within: minutes(1) }),
      audit: [],
      request: { params: wire.ImportId, query: wire.CellsQuery },
      responses: {
        success: ok(wire.CellsAnswer, 'In the order of the file'),
        refusals: [notFound, gone, slow, busy],
      },
      handle: async ({ params, query, call }) => {
        return reading.run(call.caller.userId, async () => {
          const found = await kept(call, params.id);
          const lines = wire.linesAsked(query.lines, found.reading);
          const copy = await copyFor(found, lines);
          try {
            const rows = await showCells(deps.database.read, copy.path, found, lines);
            const beginning = query.lines === undefined ? await showBeginning(copy.path, found) : NO_BEGINNING;
            return { columns: [...found.columns], rows, ...beginning };
          } finally {
            await copy.release();
          }
        });
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/faulty.csv`,
      summary: 'The rows that failed and why, to be corrected and imported again',
      tag,
      access,
      limit: perCaller({ most: 20, within: minutes(1) }),
      audit: [],
      request: { params: wire.ImportId, query: wire.FaultyQuery },
      responses: {
        success: okFile(['text/csv'], 'UTF-8 with a mark, semicolons and CRLF, as spreadsheets in Croatia open it'),
        refusals: [notFound, gone, busy],
      },
      handle: async ({ params, query, call, reply, left, requireLive }) => {
        const found = await kept(call, params.id);
        const language = query.language ?? call.caller.account.preferred_language;
        const name = language === 'en' ? `import-${found.id}-to-correct.csv` : `uvoz-${found.id}-za-ispravak.csv`;
        const rows = await sendFaulty(call.caller.userId, { found, language, left: left(), requireLive });
        reply.header('content-disposition', `attachment; filename="${name}"`);
        return reply.type('text/csv; charset=utf-8').send(rows);
      },
    }),
  ];
}
