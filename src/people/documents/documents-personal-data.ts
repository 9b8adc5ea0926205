import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { documentsTable } from './document.ts';

/** Personal data is only who added a document. The document belongs to the tenant and stays; `document_files` holds contents. */
export const documentsPersonalData: PersonalDataContributor = {
  room: 'documents',
  ...rowsOfPerson([documentsTable]),
  description: {
    holds: 'who put a document into the archive',
    erased: 'the reference; the document is the tenant’s and stays',
  },
};
