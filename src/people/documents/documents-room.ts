import { rebuildWorker } from '../../platform/jobs/rebuild-worker.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { documentActions } from './documents-actions.ts';
import { documentsAdminRoutes } from './documents-admin-routes.ts';
import { documentsPersonalData } from './documents-personal-data.ts';
import { documentsRoutes } from './documents-routes.ts';
import { pagesOfFile } from './pages-of-file.ts';
import { rebuildTitles } from './rebuild-titles.ts';
import { documentSweep } from './sweep-documents.ts';

type DocumentsRoomDeps = Pick<Platform, 'database' | 'clock' | 'log' | 'files'>;

export const documentsRoom = defineRoom({
  name: 'documents',
  auditActions: documentActions,
  lastingNumbers: ['documents'],
  personalData: () => documentsPersonalData,
  open: ({ database, clock, log, files }: DocumentsRoomDeps) => {
    const deps = { database, clock, log, files, pagesOfFile: pagesOfFile() };
    const rebuilding = rebuildWorker(deps, rebuildTitles);
    return {
      services: {},
      routes: [...documentsRoutes(deps), ...documentsAdminRoutes(deps)],
      work: {
        start: (jobs) => {
          documentSweep(deps, jobs);
          rebuilding.start(jobs);
        },
        stop: rebuilding.close,
      },
    };
  },
});
