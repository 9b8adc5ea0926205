import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { andServices, type HasRecentSignIn, permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { days, hours } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { correctionChecker } from './check-correction.ts';
import { type CorrectDeps, correctRow } from './correct-row.ts';
import { importCorrectionsTable } from './corrections.ts';
import { fileInspector } from './file-inspector.ts';
import { importRowsTable, importsTable } from './import.ts';
import { importFileRoutes } from './import-file-routes.ts';
import { forgetOldChanges, importRows } from './import-rows-store.ts';
import { importWorker } from './import-worker.ts';
import { importActions } from './imports-actions.ts';
import { importErrors } from './imports-errors.ts';
import { importsPersonalData } from './imports-personal-data.ts';
import { importRoutes } from './imports-routes.ts';
import * as wire from './imports-wire.ts';
import { savedMappingsTable } from './saved-mapping.ts';
import { savedMappingsRoutes } from './saved-mappings-routes.ts';
import { indexOf } from './show-cells.ts';
import { slowFiles } from './slow-files.ts';
import { stagedFiles } from './staged-files.ts';

const {
  'imports.not_found': notFound,
  'imports.row_not_found': noRow,
  'imports.file_gone': gone,
  'imports.corrected': corrected,
  'imports.too_many_corrections': tooMany,
  'imports.too_slow': slow,
  'imports.busy': busy,
} = importErrors;

const correctRowRoute = (deps: CorrectDeps): Route =>
  defineRoute({
    method: 'PATCH',
    path: '/api/admin/imports/:id/rows/:line',
    summary: 'Corrects cells of a checked file before it is imported, and checks their row anew',
    tag: 'Import',
    access: andServices('imports:write', permitted('imports.manage')),
    limit: perCaller({ most: 1000, within: hours(1) }), // each reveals whether an address has an account
    audit: ['import.correct'],
    request: { params: wire.RowOfFile, body: wire.CorrectBody },
    responses: {
      success: ok(wire.CorrectedAnswer, 'The row as it is now'),
      refusals: [notFound, noRow, gone, corrected, tooMany, slow, busy],
    },
    handle: async ({ params: { id, line }, body, call }) => {
      const of = await correctRow(deps, call, id, { line, cells: body.cells });
      const [row] = await importRows.listAt(deps.database.read, id, [line]);
      if (row === undefined) throw new AppError('imports.row_not_found');
      return { row: wire.showRow(row), faulty_index: indexOf(of.columns, row.column_name) };
    },
  });

interface ImportsRoomDeps
  extends Pick<Platform, 'database' | 'clock' | 'counters' | 'keys' | 'log' | 'settings' | 'files'> {
  readonly hasRecentSignIn: HasRecentSignIn;
}

export const importsRoom = defineRoom({
  name: 'imports',
  refusals: importErrors,
  tables: [importsTable, importRowsTable, importCorrectionsTable, savedMappingsTable],
  auditActions: importActions,
  personalData: () => importsPersonalData,
  retention: [
    {
      name: 'import_changes',
      keptFor: days(90),
      what: 'what imports changed of people who existed, as it was before and after',
      forget: forgetOldChanges,
    },
  ],
  open: (deps: ImportsRoomDeps) => {
    const { database, clock, keys, log, settings, counters, hasRecentSignIn } = deps;
    const files = stagedFiles(deps.files);
    const running = { database, clock, keys, files, passwordCost: settings.passwords.bcryptCost };
    const imports = importWorker({ ...running, log });
    const filesOf = counters.rateLimit('imported-files', { most: 30, within: hours(1) });
    const threads = { inspect: fileInspector(), checkCorrection: correctionChecker(), readFor: slowFiles(clock) };
    const parts = { ...running, ...threads, filesOf, hasRecentSignIn, wake: imports.wake };
    return {
      services: { imports },
      routes: [
        ...importRoutes(parts),
        ...importFileRoutes(parts),
        correctRowRoute(parts),
        ...savedMappingsRoutes(parts),
      ],
      work: { start: imports.start, stop: imports.close },
    };
  },
});
