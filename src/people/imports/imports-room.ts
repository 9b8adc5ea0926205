import type { HasRecentSignIn } from '../../platform/http/route-access.ts';
import { days, hours } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { correctionChecker } from './check-correction.ts';
import { correctRowRoute } from './correct-row-route.ts';
import { importCorrectionsTable } from './corrections.ts';
import { fileInspector } from './file-inspector.ts';
import { importRowsTable, importsTable } from './import.ts';
import { importFileRoutes } from './import-file-routes.ts';
import { forgetOldChanges } from './import-rows-store.ts';
import { importWorker } from './import-worker.ts';
import { importActions } from './imports-actions.ts';
import { importErrors } from './imports-errors.ts';
import { importsPersonalData } from './imports-personal-data.ts';
import { importRoutes } from './imports-routes.ts';
import { savedMappingsTable } from './saved-mapping.ts';
import { savedMappingsRoutes } from './saved-mappings-routes.ts';
import { slowFiles } from './slow-files.ts';
import { stagedFiles } from './staged-files.ts';

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
