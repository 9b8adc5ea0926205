import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, type TableOf, text } from '../../platform/database/define-table.ts';
import { CLOCKS_DIFFER, type Clock, epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';

/**
 * When the last backup was `made`; when one was last `rehearsed`; when the operator confirmed that the secret is saved elsewhere
 * (`secret_saved`); when superadmins were last `told` that a backup is too old; since when backups are `scheduled`; of when the
 * latest kept backup from the future is (`ahead`).
 */
export type BackupNote = 'made' | 'rehearsed' | 'secret_saved' | 'told' | 'scheduled' | 'ahead';

export const backupNotesTable = defineTable(
  'backup_notes',
  {
    kind: text<BackupNote>(),
    at: text<Instant>(),
  },
  {
    key: 'kind',
    clustered: true,
    personal: { nobody: 'instants' },
  },
);

declare module '../../platform/database/schema.ts' {
  interface Schema {
    backup_notes: TableOf<typeof backupNotesTable>;
  }
}

export type BackupNotes = Readonly<Partial<Record<BackupNote, Instant>>>;

/** What was noted under a clock that was ahead does not count: otherwise no backup would be due until that time. */
export async function findNotes(db: Db, clock: Clock): Promise<BackupNotes> {
  const soon = instantAt(clock.now() + CLOCKS_DIFFER);
  const noted = await db.selectFrom('backup_notes').selectAll().execute();
  const rows = noted.filter(({ kind, at }) => kind === 'ahead' || at <= soon);
  return Object.fromEntries(rows.map(({ kind, at }) => [kind, at]));
}

export async function putNote(tx: Tx, kind: BackupNote, at: Instant): Promise<void> {
  await tx
    .insertInto('backup_notes')
    .values({ kind, at })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ at }))
    .execute();
}

/** Notes it unless it was noted after `before`, and not in the future; true for exactly one caller. */
export async function claimNote(tx: Tx, kind: BackupNote, at: Instant, before: Instant): Promise<boolean> {
  const soon = instantAt(epochOf(at) + CLOCKS_DIFFER);
  const claimed = tx
    .insertInto('backup_notes')
    .values({ kind, at })
    .onConflict((conflict) =>
      conflict
        .column('kind')
        .doUpdateSet({ at })
        .where(({ eb, or }) => or([eb('backup_notes.at', '<=', before), eb('backup_notes.at', '>', soon)])),
    );
  return (await claimed.returning('kind').executeTakeFirst()) !== undefined;
}
