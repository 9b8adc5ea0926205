import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { type Rebuild, rebuildWorker } from '../../platform/jobs/rebuild-worker.ts';
import { FOLD } from '../../platform/kernel/text.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { type DocumentDetails, documentsTable } from './document.ts';
import { documentSweep } from './document-content.ts';
import { documentsAdminRoutes } from './documents-admin-routes.ts';
import { documentErrors } from './documents-errors.ts';
import { documentsRoutes } from './documents-routes.ts';
import { countDocuments, documentFilesTable, listWordsAfter, renewSearchText, searchText } from './documents-store.ts';
import { pagesOfFile } from './pages-of-file.ts';

/** Personal data is only who added a document. The document belongs to the tenant and stays; `document_files` holds contents. */
export const documentsPersonalData: PersonalDataContributor = {
  room: 'documents',
  ...rowsOfPerson([documentsTable]),
  description: {
    holds: 'who put a document into the archive',
    erased: 'the reference; the document is the tenant’s and stays',
  },
};

const documentActions = {
  'document.create': action<DocumentMeta>({
    group: 'documents',
    act: { hr: 'dodan dokument', en: 'document added' },
    deed: { en: 'added a document' },
  }),
  'document.update': action<{ id: number; changed: Partial<DocumentDetails> }>({
    group: 'documents',
    act: { hr: 'promijenjen dokument', en: 'document changed' },
    deed: { en: 'changed a document' },
  }),
  'document.delete': action<DocumentMeta>({
    group: 'documents',
    act: { hr: 'obrisan dokument', en: 'document deleted' },
    deed: { en: 'deleted a document' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof documentActions> {}
}

type DocumentMeta = Pick<DocumentDetails, 'kind' | 'year' | 'title'> & { id: number; sha256: string };

export const documentsRoom = defineRoom({
  name: 'documents',
  refusals: documentErrors,
  tables: [documentFilesTable, documentsTable],
  auditActions: documentActions,
  idsNeverReused: ['documents'],
  personalData: () => documentsPersonalData,
  open: ({ database, clock, log, files }: Platform) => {
    const deps = { database, clock, log, files, pagesOfFile: pagesOfFile() };
    const rebuilding = rebuildWorker(deps, rebuildTitles);
    return {
      services: {},
      routes: [...documentsRoutes(deps), ...documentsAdminRoutes(deps)],
      jobs: [documentSweep(deps)],
      work: { start: rebuilding.start, stop: rebuilding.close },
    };
  },
});

/** The words by which documents are found. */
const rebuildTitles: Rebuild = {
  what: 'documents',
  version: FOLD,
  count: countDocuments,
  portion: async (database, after, most) => {
    const documents = await listWordsAfter(database.bulkRead, after, most);
    const stale = documents.filter((document) => document.search_words !== searchText(document));
    for (const document of stale) await database.transaction((tx) => renewSearchText(tx, document));
    return { last: documents.at(-1)?.id, read: documents.length, renewed: stale.length };
  },
};
