import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appendDurably } from '../files/append-durably.ts';
import type { Instant } from '../kernel/clock.ts';

/** One erasure as it is remembered outside the database. Nothing in it tells the person. */
export interface ErasureEntry {
  readonly request_id: number;
  readonly user_id: number;
  /** Tells the person from another who got the same number after a restore. */
  readonly user_created_at: Instant;
  readonly erased_at: Instant;
}

/** Erasures that a restored backup has not seen. It is kept with the data, and belongs into every backup's company. */
export interface ErasureLedger {
  /** Durable when it resolves. An entry that is there already is not added again. */
  append(entry: ErasureEntry): Promise<void>;
  list(): Promise<ErasureEntry[]>;
}

export const ledgerPath = (dataDir: string): string => join(dataDir, 'erasures.jsonl');

export const erasureLedger = (path: string): ErasureLedger => ({
  append: async (entry) => {
    const text = await textOf(path);
    if (entriesIn(text).some((known) => isSame(known, entry))) return;
    // A crash may have left the last line in half; a line of its own keeps this one readable.
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
      return line === '' ? [] : [JSON.parse(line) as ErasureEntry];
    } catch {
      return [];
    }
  });
}
