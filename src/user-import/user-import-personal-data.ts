import { type PersonalDataContributor, textsTelling } from '../database/personal-data.ts';
import { forgetMentions } from './import-mentions-store.ts';
import { listImportsOf } from './import-rows-store.ts';
import { expireKeptFiles, forgetImporter, leaveOut } from './imports-store.ts';

/** Rows hold an id and an outcome, and no content of the file, which is removed at the latest a day after its import. */
export const userImportPersonalData: PersonalDataContributor = {
  room: 'user-import',
  tables: ['imports', 'import_rows'],
  exportOf: async (db, userId) => ({
    created_by_imports: (await listImportsOf(db, userId)).map(({ id, created_at }) => ({ import_id: id, created_at })),
  }),
  erase: forgetImporter,
  eraseValues: async (tx, values) => {
    await expireKeptFiles(tx); // first: an import that takes over such a file is open from then on
    await leaveOut(tx, values.emails);
    await forgetMentions(tx, textsTelling(values));
  },
  description: {
    holds: 'which import made the account, and which imports somebody started, with client address and device',
    erased:
      'client address and device of imports that the person started; rows of a waiting file do not bring back anybody who was erased; files kept to be corrected go at once; names and addresses in the names of files and in headings',
    stays: {
      what: 'that a line of an import made the account, by id',
      ground: 'an import can be explained and undone (GDPR art. 5(2))',
      until: 'as long as the import is kept',
    },
  },
};
