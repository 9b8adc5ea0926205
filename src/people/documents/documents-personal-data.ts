import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { documentsTables } from './documents-columns.ts';
import { forgetPublisher, listDocumentsBy } from './documents-store.ts';

/** Personal data is only who added a document. The document belongs to the tenant and stays; `document_files` holds contents. */
export const documentsPersonalData: PersonalDataContributor = {
  room: 'documents',
  tables: documentsTables,
  exportOf: async (db, userId) => ({ documents: await listDocumentsBy(db, userId) }),
  erase: forgetPublisher,
  parts: {
    documents: { purpose: 'proof', kept: 'account' },
  },
  description: {
    holds: 'who put a document into the archive',
    erased: 'the reference; the document is the tenant’s and stays',
  },
};
