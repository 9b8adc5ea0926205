import type { Db, Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import type { Keyring } from '../keys/keyring.ts';

/** What else whoever applies a word may need. */
export interface Applying {
  readonly at: Instant;
  readonly keys: Keyring;
}

/** What applying a word has changed. */
export interface Applied {
  /** Stable names, for the record. */
  readonly did: readonly string[];
  readonly about?: { readonly id: UserId; readonly tenant_id: TenantId };
}

/**
 * How something stands now of what a restored backup would bring back. A note of each change is written by the database
 * itself (`0039-last-words.ts`), under the same `kind`; the word is read afterwards, kept in the journal outside the
 * database, and applied to a backup that is older. It holds ids, times and digests: the journal lies in clear.
 */
export interface LastWord<Word = unknown> {
  readonly kind: string;
  /** By key; one that is left out has no word. */
  readonly read: (db: Db, keys: readonly string[]) => Promise<ReadonlyMap<string, Word>>;
  /** `undefined` where nothing had to be changed, or the key means something else in this database. */
  readonly apply: (tx: Tx, key: string, word: Word, applying: Applying) => Promise<Applied | undefined>;
}

/** The words come back from the journal, which only lets in what was read here: authentic, and of this type. */
export const defineLastWord = <Word extends object>(word: LastWord<Word>): LastWord => word as LastWord;
