/** Copies of what each node keeps outside the database, beside the backups and under the node's own name. */
export interface JournalCopies {
  /** Adds what was just appended to the journal at `path`; without it, or where the copy is out of step, copies the whole. */
  journal(name: string, path: string, appended: string | undefined): Promise<void>;
  /** The ledger of erasures at `path`. */
  ledger(name: string, path: string): Promise<void>;
  /** A folder with those of every node: where they lie, or copies of them in `scratch`. */
  gathered(scratch: string): Promise<string>;
}

export const journalCopyName = (name: string): string => `journal-${name}.jsonl`;
export const ledgerCopyName = (name: string): string => `erasures-${name}.jsonl`;
