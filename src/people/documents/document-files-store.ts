import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { plainKey } from './document-files.ts';

interface FileRow {
  readonly sha256: string;
  readonly file_key: string | null;
}

const keyOf = ({ sha256, file_key }: FileRow): string => file_key ?? plainKey(sha256);

/** A file that was just stored, and the lost file of the same content that the row names. */
export interface PutFile {
  readonly key: string;
  readonly lost: string | undefined;
}

/**
 * Refers to a content, locks its row until the transaction ends, and returns its key: the one just stored, or that of an
 * earlier upload.
 */
export async function referToFile(tx: Tx, sha256: string, { key, lost }: PutFile, at: Instant): Promise<string> {
  const column = sql.ref('document_files.file_key');
  const isLost = sql`coalesce(${column}, ${plainKey(sha256)}) = ${lost ?? ''}`;
  const kept = sql<string | null>`case when ${isLost} then ${key} else ${column} end`;
  const row = await tx
    .insertInto('document_files')
    .values({ sha256, referred_at: at, file_key: key })
    .onConflict((known) => known.column('sha256').doUpdateSet({ referred_at: at, file_key: kept }))
    .returning(['sha256', 'file_key'])
    .executeTakeFirstOrThrow();
  return keyOf(row);
}

/**
 * Locks a content's row and drops it when no document has the content any more. Then returns its key, which is unused from the
 * commit on. Two statements on purpose: a single one that waits for the row would see the documents as they were before the
 * wait (PostgreSQL 13.2.1).
 */
export async function letGoOfFile(tx: Tx, sha256: string, at: Instant): Promise<string | undefined> {
  await tx.updateTable('document_files').set({ referred_at: at }).where('sha256', '=', sha256).execute();
  const owner = await tx
    .selectFrom('documents')
    .select('id')
    .where('sha256', '=', sha256)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (owner !== undefined) return undefined;
  const dropped = await tx
    .deleteFrom('document_files')
    .where('sha256', '=', sha256)
    .returning(['sha256', 'file_key'])
    .executeTakeFirst();
  return dropped && keyOf(dropped);
}

/** Contents that no document has any more: a crash came between the deletion of the last one and letting go of its content. */
export async function listAbandonedContents(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('document_files')
    .select('sha256')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('documents')
            .select('documents.id')
            .whereRef('documents.sha256', '=', 'document_files.sha256')
            .where('documents.deleted_at', 'is', null),
        ),
      ),
    )
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

/** The key of a content that is in use. */
export const findFileKey = async (db: Db, sha256: string): Promise<string | undefined> =>
  (await listFileKeys(db, [sha256]))[0];

export async function listFileKeys(db: Db, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const rows = await db
    .selectFrom('document_files')
    .select(['sha256', 'file_key'])
    .where('sha256', 'in', hashes)
    .execute();
  return rows.map(keyOf);
}
