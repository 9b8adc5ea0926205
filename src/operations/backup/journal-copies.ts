/** Copies of each node's journal and ledger, stored beside the backups under the name of the node's journal. */
export interface JournalCopies {
  /** Appends what was just appended to the journal at `path`. Without it, or if the copy is out of step, copies the whole journal. */
  journal(name: string, path: string, appended: string | undefined): Promise<void>;
  /** Copies the ledger of erasures at `path`. */
  ledger(name: string, path: string): Promise<void>;
  /** A folder with the journals and ledgers of every node: their own, or `scratch` with copies. */
  gathered(scratch: string): Promise<string>;
}

export const journalCopyName = (name: string): string => `journal-${name}.jsonl`;
export const ledgerCopyName = (name: string): string => `erasures-${name}.jsonl`;
