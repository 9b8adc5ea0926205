import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appendDurably } from '../files/append-durably.ts';
import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import { parseJson } from '../kernel/json.ts';

/** The entry of an erasure in the ledger outside the database. It does not identify the person. */
export interface ErasureEntry {
  readonly request_id: number;
  readonly user_id: UserId;
  /** Distinguishes the person from another who got the same id after a restore. */
  readonly user_created_at: Instant;
  readonly erased_at: Instant;
}

/** The ledger of all erasures, so that they can be repeated on a restored backup. Keep a copy beside every backup. */
export interface ErasureLedger {
  /** Durable once it resolves. Idempotent. */
  append(entry: ErasureEntry): Promise<void>;
  list(): Promise<ErasureEntry[]>;
}

export const ledgerPath = (dataDir: string): string => join(dataDir, 'erasures.jsonl');

export const erasureLedger = (path: string): ErasureLedger => ({
  append: async (entry) => {
    const text = await textOf(path);
    if (entriesIn(text).some((known) => isSame(known, entry))) return;
    // A crash may have left the last line incomplete; a new line keeps this entry readable.
    const separator = text === '' || text.endsWith('\n') ? '' : '\n';
    await appendDurably(path, `${separator}${JSON.stringify(entry)}\n`);
  },
  list: async () => entriesIn(await textOf(path)),
});

const isSame = (one: ErasureEntry, other: ErasureEntry): boolean =>
  one.user_id === other.user_id && one.user_created_at === other.user_created_at;

const textOf = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

function entriesIn(text: string): ErasureEntry[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [parseJson(line) as ErasureEntry];
    } catch {
      return [];
    }
  });
}
