import type { Db, Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';

/**
 * When a backup was last made, and last restored on trial; when the operator said that the secret is saved apart; when
 * superadmins were last told that something of it is too old; since when there is a schedule.
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

/** True for the one caller who noted it: nobody else has since `before`. */
export async function claimNote(tx: Tx, kind: BackupNote, at: Instant, before: Instant): Promise<boolean> {
  const claimed = tx
    .insertInto('backup_notes')
    .values({ kind, at })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ at }).where('backup_notes.at', '<=', before));
  return (await claimed.returning('kind').executeTakeFirst()) !== undefined;
}
