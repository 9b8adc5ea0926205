import type { Db } from '../../platform/database/database.ts';
import type { Import } from './import.ts';
import { findImport } from './imports-store.ts';

/** Progress of an import, unscoped. @throws Error when there is none */
export async function importProgress(db: Db, id: number): Promise<Import> {
  const found = await findImport(db, id);
  if (found === undefined) throw new Error(`There is no import ${id}.`);
  return found;
}
