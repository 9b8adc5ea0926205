import type { PersonalDataContributor } from '../database/personal-data.ts';
import { listImportsOf } from './import-rows-store.ts';
import { forgetImporter, leaveOut } from './imports-store.ts';

/** Rows keep a number and an outcome, no word of what a file said; the file goes with the end of its import. */
export const userImportPersonalData: PersonalDataContributor = {
  room: 'user-import',
  tables: ['imports', 'import_rows'],
  exportOf: async (db, userId) => ({
    created_by_imports: (await listImportsOf(db, userId)).map(({ id, created_at }) => ({ import_id: id, created_at })),
  }),
  erase: forgetImporter,
  eraseValues: (tx, { emails }) => leaveOut(tx, emails),
  words: {
    holds: 'which import made the account, and which imports somebody started, with client address and device',
    erased:
      'client address and device of imports that the person started; rows of a file that still waits bring nobody erased back, and the file goes with its import',
    stays: {
      what: 'that a line of an import made the account, by id',
      ground: 'an import can be told and undone (GDPR art. 5(2))',
      until: 'as long as the import is kept',
    },
  },
};
