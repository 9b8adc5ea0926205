import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Connected, Database } from './database.ts';

/** What is under way on a store that is not fit for serving yet. */
export type Unfinished = 'restore' | 'settle';

/**
 * A store that a backup was loaded into lets everybody in again who was suspended, erased or demoted since, until the restore has gone on
 * to its end. So it carries this table from its first moment to that end, and nothing else opens it meanwhile.
 */
export const MARK = 'unfinished_restore';
const COLUMNS = '(what text not null)';

/** The statements that set the mark, for where there is no Kysely yet. */
export const markStatements = (what: Unfinished): string =>
  `create table if not exists ${MARK} ${COLUMNS}; insert into ${MARK} (what) values ('${what}')`;

/** Marks a file that is to become the store. Without a log: the mark is in the file itself before anybody can see it there. */
export function markFile(file: DatabaseSync): void {
  file.exec(`pragma journal_mode = delete; pragma synchronous = full; begin; ${markStatements('restore')}; commit`);
}

export async function findUnfinished({ read, engine }: Database): Promise<Unfinished | undefined> {
  const { rows: found } = await (engine === 'postgres'
    ? sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${MARK}`
    : sql`select 1 from sqlite_master where type = 'table' and name = ${MARK}`
  ).execute(read);
  if (found.length === 0) return undefined;
  const { rows } = await sql<{ what: string }>`select what from ${sql.table(MARK)}`.execute(read);
  return rows.some(({ what }) => what === 'settle') ? 'settle' : 'restore';
}

/** @throws UnfinishedRestore */
export async function requireFinished(database: Database): Promise<void> {
  const what = await findUnfinished(database);
  if (what !== undefined) throw new UnfinishedRestore(what);
}

/** Written for whoever starts the service or runs a command. */
export class UnfinishedRestore extends Error {
  constructor(what: Unfinished) {
    const act = what === 'restore' ? 'A restore' : '"backup settle"';
    super(
      `${act} on this database did not end: people who were suspended, erased or demoted since would be let in. Run "backup ${what}" again${
        what === 'restore' ? '; it replaces what the interrupted one left' : ''
      }`,
    );
  }
}

export async function markUnfinished({ withMigrator }: Connected, what: Unfinished): Promise<void> {
  await withMigrator(async (writer) => {
    for (const statement of markStatements(what).split('; ')) await sql.raw(statement).execute(writer);
  });
}

/** The last act of a restore: from here on the store may be served. */
export const markFinished = ({ withMigrator }: Connected): Promise<void> =>
  withMigrator(async (writer) => void (await sql`drop table if exists ${sql.table(MARK)}`.execute(writer)));
