import { findActorRoles } from '../../accounts/users/find-names.ts';
import type { Db } from '../../platform/database/database.ts';
import { type PersonalDataContributor, textsTelling } from '../../platform/database/personal-data.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { deviceOf } from '../long-acts/long-act.ts';
import { importCorrectionsTable } from './corrections.ts';
import { forgetRestingCorrections } from './corrections-store.ts';
import { importRowsTable, importsTable } from './import.ts';
import { forgetChangesOf, forgetMentions, listImportsOf } from './import-rows-store.ts';
import { expireKeptFiles, imports, leaveOut } from './imports-store.ts';

/**
 * Rows hold an id and an outcome, and of the file, which is removed at the latest a day after its import, only what changed people who
 * existed.
 */
export const importsPersonalData: PersonalDataContributor = {
  room: 'user-import',
  tables: [importRowsTable, importsTable, importCorrectionsTable],
  exportOf: async (db, userId) => ({
    created_by_imports: await sourcesOf(db, userId),
    imports_started: (await imports.listStartedBy(db, userId)).map((started) => {
      const { id, mode, status, total, created, created_at, finished_at } = started;
      return { import_id: id, mode, status, total, created, created_at, finished_at, ...deviceOf(started, userId) };
    }),
  }),
  erase: async (tx, userId) => {
    await imports.forgetRequester(tx, userId);
    await forgetChangesOf(tx, userId);
  },
  eraseValues: async (tx, values) => {
    await expireKeptFiles(tx); // first: an import that takes over such a file is open from then on
    await forgetRestingCorrections(tx);
    await leaveOut(tx, values.emails);
    await forgetMentions(tx, textsTelling(values));
  },
  description: {
    holds:
      'which import made the account or changed it, for 90 days with the cells as they were before and after, and which imports somebody started, with client address and device',
    erased:
      'cells that an import changed; client address and device of imports that the person started; what was corrected on the page in cells of a kept file; rows of a waiting file do not bring back anybody who was erased; files kept for correction are removed at once; names and addresses in the names of files and in headings',
    stays: {
      what: 'that a line of an import made or changed the account, by id',
      ground: 'an import can be explained and undone (GDPR art. 5(2))',
      until: 'as long as the import is kept',
    },
  },
};

/** Where the account comes from (GDPR art. 14(2)(f), 15(1)(g)): when and by whom, by role and tenant. */
async function sourcesOf(db: Db, userId: UserId) {
  const imports = await listImportsOf(db, userId);
  const actorRoles = await findActorRoles(db, [...new Set(imports.flatMap(({ created_by }) => created_by ?? []))]);
  return imports.map(({ id, created_at, created_by, changes }) => ({
    import_id: id,
    created_at,
    by: created_by === userId ? 'me' : (actorRoles.get(created_by ?? 0) ?? null),
    ...(changes === null ? {} : { changes }),
  }));
}
