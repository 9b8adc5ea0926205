import type { Database } from '../../platform/database/database.ts';
import { BEFORE_ALL, CLOCKS_DIFFER, type Clock, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { type BackupNote, type BackupNotes, findNotes, putNote } from './backup-notes-store.ts';
import type { BackupTarget, KeptBackup } from './backup-target.ts';
import { BackupFault, readSealedHead, type SealedHead } from './sealed-file.ts';

/** A backup at the target, and what its head says. */
export interface ListedBackup extends KeptBackup {
  /** The head, or the problem with it. */
  readonly head: SealedHead | string;
  /** It says that it was made later than now: this clock is behind, or that one was ahead. */
  readonly isAhead: boolean;
}

/**
 * Newest first: in the order in which they were made, which neither a clock nor a name decides. One whose head is damaged counts
 * as the oldest.
 */
export async function listKept(target: BackupTarget, clock: Clock): Promise<ListedBackup[]> {
  const soon = instantAt(clock.now() + CLOCKS_DIFFER);
  const kept: ListedBackup[] = [];
  for (const backup of await target.list()) {
    const head = await headOf(target, backup.name);
    kept.push({ ...backup, head, isAhead: typeof head !== 'string' && head.made_at > soon });
  }
  return kept.sort((one, other) => numberOf(other) - numberOf(one)); // stable, so equal ones stay as their names are
}

export const nextNumber = (kept: readonly ListedBackup[]): number => Math.max(0, ...kept.map(numberOf)) + 1;

const numberOf = ({ head }: ListedBackup): number => (typeof head === 'string' ? 0 : head.number);

async function headOf(target: BackupTarget, name: string): Promise<SealedHead | string> {
  try {
    return await readSealedHead(await target.open(name));
  } catch (error) {
    if (error instanceof BackupFault) return error.message;
    throw error;
  }
}

/** In the database, so that every node reports the same, and a scrape never waits for an unavailable share. */
export const recordBackup = (database: Database, kind: BackupNote, at: Instant): Promise<void> =>
  database.transaction((tx) => putNote(tx, kind, at));

/** Records that one was made, and of when the last one of those kept from the future is. */
export async function recordCreation(database: Database, at: Instant, kept: readonly ListedBackup[]): Promise<void> {
  const ahead = kept.flatMap(({ head, isAhead }) => (isAhead && typeof head !== 'string' ? [head.made_at] : []));
  await database.transaction(async (tx) => {
    await putNote(tx, 'made', at);
    await putNote(tx, 'ahead', ahead.sort().at(-1) ?? BEFORE_ALL);
  });
}

export const findBackupNotes = ({ read }: Database, clock: Clock): Promise<BackupNotes> => findNotes(read, clock);
