import type { Db, Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';

/**
 * When the last backup was `made`; when one was last `rehearsed`; when the operator confirmed that the secret is saved elsewhere
 * (`secret_saved`); when superadmins were last `told` that a backup is too old; since when backups are `scheduled`.
 */
export type BackupNote = 'made' | 'rehearsed' | 'secret_saved' | 'told' | 'scheduled';

declare module '../database/schema.ts' {
  interface Schema {
    backup_notes: { kind: BackupNote; at: Instant };
  }
}

export type BackupNotes = Readonly<Partial<Record<BackupNote, Instant>>>;

export async function findNotes(db: Db): Promise<BackupNotes> {
  const rows = await db.selectFrom('backup_notes').selectAll().execute();
  return Object.fromEntries(rows.map(({ kind, at }) => [kind, at]));
}

export async function putNote(tx: Tx, kind: BackupNote, at: Instant): Promise<void> {
  await tx
    .insertInto('backup_notes')
    .values({ kind, at })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ at }))
    .execute();
}

/** Notes it unless it was noted after `before`; true for exactly one caller. */
export async function claimNote(tx: Tx, kind: BackupNote, at: Instant, before: Instant): Promise<boolean> {
  const claimed = tx
    .insertInto('backup_notes')
    .values({ kind, at })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ at }).where('backup_notes.at', '<=', before));
  return (await claimed.returning('kind').executeTakeFirst()) !== undefined;
}
