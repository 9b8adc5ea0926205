import type { Database } from '../../platform/database/database.ts';
import { BEFORE_ALL, type Clock, type Instant } from '../../platform/kernel/clock.ts';
import { type BackupNote, type BackupNotes, findNotes, putNote } from './backup-notes-store.ts';
import type { ListedBackup } from './kept-backups.ts';

/** In the database, so that every node reports the same, and a scrape never waits for an unavailable share. */
export const noteBackup = (database: Database, kind: BackupNote, at: Instant): Promise<void> =>
  database.transaction((tx) => putNote(tx, kind, at));

/** Notes that one was made, and of when the last one of those kept from the future is. */
export async function noteMade(database: Database, at: Instant, kept: readonly ListedBackup[]): Promise<void> {
  const ahead = kept.flatMap(({ head, isAhead }) => (isAhead && typeof head !== 'string' ? [head.made_at] : []));
  await database.transaction(async (tx) => {
    await putNote(tx, 'made', at);
    await putNote(tx, 'ahead', ahead.sort().at(-1) ?? BEFORE_ALL);
  });
}

export const findBackupNotes = ({ read }: Database, clock: Clock): Promise<BackupNotes> => findNotes(read, clock);
