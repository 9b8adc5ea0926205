import type { HasRecentSignIn } from '../../platform/http/route-access.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { fileInspector } from './file-inspector.ts';
import { importWorker } from './import-worker.ts';
import { importActions } from './imports-actions.ts';
import { userImportPersonalData } from './imports-personal-data.ts';
import { stagedFiles } from './staged-files.ts';
import { userImportFileRoutes } from './user-import-file-routes.ts';
import { userImportRoutes } from './user-import-routes.ts';

interface UserImportRoomDeps extends Pick<Platform, 'database' | 'clock' | 'keys' | 'log' | 'settings' | 'files'> {
  readonly hasRecentSignIn: HasRecentSignIn;
}

export const userImportRoom = defineRoom({
  name: 'user-import',
  auditActions: importActions,
  personalData: () => userImportPersonalData,
  open: (deps: UserImportRoomDeps) => {
    const { database, clock, keys, log, settings, hasRecentSignIn } = deps;
    const files = stagedFiles(deps.files);
    const imports = importWorker({ database, clock, keys, log, files, passwordCost: settings.passwords.bcryptCost });
    const parts = { database, clock, files, hasRecentSignIn, inspect: fileInspector(), wake: imports.wake };
    return {
      services: { imports },
      routes: [...userImportRoutes(parts), ...userImportFileRoutes(parts)],
      work: { start: imports.start, stop: imports.close },
    };
  },
});
