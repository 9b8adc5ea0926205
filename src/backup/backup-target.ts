import type { Instant } from '../kernel/clock.ts';
import type { JournalCopies } from './journal-copies.ts';
import type { SealedSource, WriteBytes } from './sealed-file.ts';

export interface KeptBackup {
  readonly name: string;
  readonly bytes: number;
}

export interface NewBackup {
  /** A folder of this node for what is on its way. */
  readonly scratch: string;
  readonly write: (write: WriteBytes) => Promise<void>;
  /** Reads it back from where it lies. */
  readonly check: (made: SealedSource) => Promise<void>;
}

/**
 * Where backups lie, and beside them the journals and ledgers of every node: a folder or a bucket. Methods throw what the disk
 * or the server says.
 */
export interface BackupTarget {
  /** For people; the address of a backup is this and its name. */
  readonly place: string;
  /** Newest first. What has another name is somebody else's. */
  list(): Promise<KeptBackup[]>;
  open(name: string): Promise<SealedSource>;
  /**
   * A new one. It is kept only if `check` finds it as it was written; whatever ends it on the way leaves those that were there.
   * What killed runs left on their way is removed; one that is under way at the same moment then fails, and says so.
   */
  make(name: string, making: NewBackup): Promise<KeptBackup>;
  remove(name: string): Promise<void>;
  /** Whether it is there, or the first backup makes it. @throws Error when nothing can be written to it, or read from it */
  look(): Promise<'there' | 'to be made'>;
  readonly journals: JournalCopies;
}

const NAME = /^iskaznica-[\dTZ-]+\.backup$/;

/** Sorts by time. */
export const nameAt = (at: Instant): string => `iskaznica-${at.replaceAll(/[:.]/g, '-')}.backup`;

export const isBackupName = (name: string): boolean => NAME.test(name);

export const newestFirst = (backups: readonly KeptBackup[]): KeptBackup[] =>
  backups.filter(({ name }) => isBackupName(name)).sort((one, other) => (one.name < other.name ? 1 : -1));
