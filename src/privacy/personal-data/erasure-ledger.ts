import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appendDurably } from '../../platform/files/durable-writes.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { parseJson } from '../../platform/kernel/unchecked.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';

/** The entry of an erasure in the ledger outside the database. It does not identify the person. */
export interface ErasureEntry {
  readonly request_id: number;
  readonly user_id: UserId;
  /** Distinguishes the person from another who got the same id after a restore. */
  readonly user_created_at: Instant;
  readonly erased_at: Instant;
  /** Shows whose it is; entries of versions before 0.2 have none. */
  readonly mac?: string;
}

/** The ledger of all erasures, so that they can be repeated on a restored backup. Keep a copy beside every backup. */
export interface ErasureLedger {
  /** Durable once it resolves. Idempotent. */
  append(entry: ErasureEntry): Promise<void>;
  list(): Promise<ErasureEntry[]>;
}

export const ledgerPath = (dataDir: string): string => join(dataDir, 'erasures.jsonl');

/** With `keys`, entries are marked as this store's. */
export const erasureLedger = (path: string, keys?: Keyring): ErasureLedger => ({
  append: async (given) => {
    const text = await textOf(path);
    if (entriesIn(text).some((known) => isSame(known, given))) return;
    const entry = keys === undefined ? given : { ...given, mac: macOf(keys, given) };
    // A crash may have left the last line incomplete; a new line keeps this entry readable.
    const separator = text === '' || text.endsWith('\n') ? '' : '\n';
    await appendDurably(path, `${separator}${JSON.stringify(entry)}\n`);
  },
  list: async () => entriesIn(await textOf(path)),
});

/** Whether it is not another store's, as far as that can be known. */
export const isOwnEntry = (keys: Keyring, entry: ErasureEntry): boolean =>
  entry.mac === undefined || entry.mac === macOf(keys, entry);

export const hasForeignEntries = async (path: string, keys: Keyring): Promise<boolean> =>
  (await erasureLedger(path).list()).some((entry) => !isOwnEntry(keys, entry));

/** The HMAC key is in every backup and is never rotated. */
const macOf = (keys: Keyring, { request_id, user_id, user_created_at, erased_at }: ErasureEntry): string =>
  keys.hmac('ledger', JSON.stringify([request_id, user_id, user_created_at, erased_at])).toString('base64url');

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
