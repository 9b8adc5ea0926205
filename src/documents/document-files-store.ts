import type { Db, Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';

/** Declares that a file must exist, and locks its row until the transaction ends. */
export async function referToFile(tx: Tx, sha256: string, at: Instant): Promise<void> {
  await tx
    .insertInto('document_files')
    .values({ sha256, referred_at: at })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ referred_at: at }))
    .execute();
}

/**
 * Locks a file's row and drops it when no document has the file any more; true then. Two statements on purpose: a
 * single one that waited for the row would see the documents as they were before (PostgreSQL 13.2.1).
 */
export async function letGoOfFile(tx: Tx, sha256: string, at: Instant): Promise<boolean> {
  await referToFile(tx, sha256, at); // also without a row, or an upload of the same content would not wait
  const owner = await tx
    .selectFrom('documents')
    .select('id')
    .where('sha256', '=', sha256)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (owner !== undefined) return false;
  await tx.deleteFrom('document_files').where('sha256', '=', sha256).execute();
  return true;
}

/** Which of these files must exist. */
export async function listReferredFiles(db: Db, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const rows = await db.selectFrom('document_files').select('sha256').where('sha256', 'in', hashes).execute();
  return rows.map(({ sha256 }) => sha256);
}
