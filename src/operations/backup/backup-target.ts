import type { Instant } from '../../platform/kernel/clock.ts';
import type { SealedSource, WriteBytes } from './sealed-file.ts';

/** Copies of each node's journal and ledger, stored beside the backups under the name of the node's journal. */
export interface JournalCopies {
  /** Appends what was just appended to the journal at `path`. Without it, or if the copy is out of step, copies the whole journal. */
  journal(name: string, path: string, appended: string | undefined): Promise<void>;
  /** Copies the ledger of erasures at `path`. */
  ledger(name: string, path: string): Promise<void>;
  /** A folder with the journals and ledgers of every node: their own, or `scratch` with copies. */
  collect(scratch: string): Promise<string>;
}

export const journalCopyName = (name: string): string => `journal-${name}.jsonl`;
export const ledgerCopyName = (name: string): string => `erasures-${name}.jsonl`;

export interface KeptBackup {
  readonly name: string;
  readonly bytes: number;
}

export interface NewBackup {
  /** A folder on this node for temporary files. */
  readonly scratch: string;
  readonly write: (write: WriteBytes) => Promise<void>;
  /** Reads the stored backup back; throws if it is not as written. */
  readonly check: (made: SealedSource) => Promise<void>;
}

/**
 * A folder or bucket for backups, and for the journals and ledgers of every node. Methods throw the error of the disk or server.
 */
export interface BackupTarget {
  /** For people. Followed by its name, the address of a backup. */
  readonly place: string;
  /** Newest first. Files with other names are not ours and are ignored. */
  list(): Promise<KeptBackup[]>;
  open(name: string): Promise<SealedSource>;
  /**
   * Makes a backup. It is kept only if `check` passes; a failure at any point leaves earlier backups alone. First removes what
   * killed runs left behind: call it while nobody else makes one.
   */
  make(name: string, making: NewBackup): Promise<KeptBackup>;
  remove(name: string): Promise<void>;
  /** Whether it exists, or the first backup will create it. @throws Error when it cannot be written or read */
  check(): Promise<'there' | 'to be made'>;
  readonly journals: JournalCopies;
}

const NAME = /^iskaznica-[\dTZ-]+\.backup$/;

/** Sorts by time. */
export const nameAt = (at: Instant): string => `iskaznica-${at.replaceAll(/[:.]/g, '-')}.backup`;

export const isBackupName = (name: string): boolean => NAME.test(name);

export const newestFirst = (backups: readonly KeptBackup[]): KeptBackup[] =>
  backups.filter(({ name }) => isBackupName(name)).sort((one, other) => (one.name < other.name ? 1 : -1));
