import type { Database, Db } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';

declare module '../database/schema.ts' {
  interface Schema {
    /** The mark of the folder that belongs to this store: one row at most. */
    files_folders: { readonly role: string; readonly mark: string; readonly since: Instant };
  }
}

const ROLE = 'uploads';

export const findMark = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('files_folders').select('mark').where('role', '=', ROLE).executeTakeFirst())?.mark;

/** The first mark that is kept stays. */
export const keepMark = (database: Database, mark: string, since: Instant): Promise<unknown> =>
  database.transaction((tx) =>
    tx
      .insertInto('files_folders')
      .values({ role: ROLE, mark, since })
      .onConflict((known) => known.column('role').doNothing())
      .execute(),
  );
