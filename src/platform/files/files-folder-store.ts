import type { Database, Db } from '../database/database.ts';
import type { TableOf } from '../database/define-table.ts';
import type { Instant } from '../kernel/clock.ts';
import type { filesFoldersTable } from './files-folder-table.ts';

declare module '../database/schema.ts' {
  interface Schema {
    files_folders: TableOf<typeof filesFoldersTable>;
  }
}

export type MarkerRole = 'uploads' | 'claim';

export const findMarker = async (db: Db, role: MarkerRole = 'uploads'): Promise<string | undefined> =>
  (await db.selectFrom('files_folders').select('mark').where('role', '=', role).executeTakeFirst())?.mark;

/** Keeps the mark that was stored first. */
export const keepMark = (
  database: Database,
  mark: string,
  since: Instant,
  role: MarkerRole = 'uploads',
): Promise<unknown> =>
  database.transaction((tx) =>
    tx
      .insertInto('files_folders')
      .values({ role, mark, since })
      .onConflict((known) => known.column('role').doNothing())
      .execute(),
  );
