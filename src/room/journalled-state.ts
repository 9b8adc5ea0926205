import type { Db, Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import type { Keyring } from '../keys/keyring.ts';

/** What applying a last word needs besides the word. */
export interface Applying {
  readonly at: Instant;
  readonly keys: Keyring;
}

/** What applying a last word changed. */
export interface Applied {
  /** Stable names of the changes, for the audit record. */
  readonly did: readonly string[];
  readonly about?: { readonly id: UserId; readonly tenant_id: TenantId };
}

/**
 * A last word: the current state of something that a restored backup would set back. A trigger (`0039-last-words.ts`) notes
 * the `kind` and key of each change. The state is then read, kept in a journal outside the database, and applied when an
 * older backup is restored. It holds only ids, times and digests, since the journal is not encrypted.
 */
export interface LastWord<Word = unknown> {
  readonly kind: string;
  /** By key. A key that is left out has no last word. */
  readonly read: (db: Db, keys: readonly string[]) => Promise<ReadonlyMap<string, Word>>;
  /** `undefined` when nothing had to change, or the key belongs to another thing in this database. */
  readonly apply: (tx: Tx, key: string, word: Word, applying: Applying) => Promise<Applied | undefined>;
}

/** The journal is authenticated and holds only what `read` returned, so each word in it has this type. */
export const defineLastWord = <Word extends object>(word: LastWord<Word>): LastWord => word as LastWord;
