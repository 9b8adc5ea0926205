import type { Database } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import { type BackupNote, type BackupNotes, findNotes, putNote } from './backup-notes-store.ts';

/** In the database, so that every node reports the same, and a scrape never waits for an unavailable share. */
export const noteBackup = (database: Database, kind: BackupNote, at: Instant): Promise<void> =>
  database.transaction((tx) => putNote(tx, kind, at));

export const findBackupNotes = ({ read }: Database): Promise<BackupNotes> => findNotes(read);
