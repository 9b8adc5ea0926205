import type { Db } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { actLists } from '../long-acts/find-acts.ts';
import type { Import, ImportRow } from './import.ts';
import { importRows } from './import-rows-store.ts';
import { imports } from './imports-store.ts';

export const importLists = actLists<Import, ImportRow>({
  list: 'imports',
  acts: imports,
  rows: importRows,
  notFound: 'imports.not_found',
  counts: ({ created, updated, skipped, failed, undone, restored }) => ({
    created: created - (undone - restored),
    updated: updated - restored,
    skipped,
    failed,
    undone,
  }),
});

/** @throws AppError `imports.not_found` (404), also for an import of another tenant */
export const getImport = importLists.get;

const PEOPLE_AT_ONCE = 1000;

/** Everybody whom an import created, whatever happened to them later, in portions. */
export async function* takeCreatedPeople(db: Db, importId: number): AsyncGenerator<readonly UserId[]> {
  for await (const rows of importRows.take(db, importId, { which: 'created', portion: PEOPLE_AT_ONCE }))
    yield rows.flatMap(({ user_id }) => user_id ?? []);
}

/** Progress of an import, unscoped. @throws Error when there is none */
export async function importProgress(db: Db, id: number): Promise<Import> {
  const found = await imports.find(db, id);
  if (found === undefined) throw new Error(`There is no import ${id}.`);
  return found;
}

/** Those of these people whom no row of an import is about. */
export async function notInImport(db: Db, importId: number, ids: readonly UserId[]): Promise<UserId[]> {
  const listed = new Set(await importRows.listAmong(db, importId, ids));
  return ids.filter((id) => !listed.has(id));
}
