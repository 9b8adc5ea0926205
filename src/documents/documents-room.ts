import { join } from 'node:path';
import { defineRoom } from '../room/define-room.ts';
import type { Ground } from '../room/ground.ts';
import { documentFiles } from './document-files.ts';
import { documentActions } from './documents-actions.ts';
import { documentsAdminRoutes } from './documents-admin-routes.ts';
import { documentsPersonalData } from './documents-personal-data.ts';
import { documentsRoutes } from './documents-routes.ts';
import { pagesOfFile } from './pages-of-file.ts';
import { documentSweep } from './sweep-documents.ts';

type DocumentsRoomDeps = Pick<Ground, 'database' | 'clock' | 'log' | 'settings'>;

export const documentsRoom = defineRoom({
  name: 'documents',
  auditActions: documentActions,
  lastingNumbers: ['documents'],
  personalData: () => documentsPersonalData,
  open: ({ database, clock, log, settings }: DocumentsRoomDeps) => {
    const files = documentFiles(join(settings.server.filesDir, 'documents'));
    const deps = { database, clock, log, files, pagesOfFile: pagesOfFile() };
    return {
      offers: { documentFiles: files },
      routes: [...documentsRoutes(deps), ...documentsAdminRoutes(deps)],
      work: { start: (jobs) => void documentSweep(deps, jobs) },
    };
  },
});
