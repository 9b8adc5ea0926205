import type { Db, Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import type { Keyring } from '../keys/keyring.ts';

/** What applying a journalled state needs besides the state. */
export interface Applying {
  readonly at: Instant;
  readonly keys: Keyring;
}

/** What applying a journalled state changed. */
export interface Applied {
  /** Stable names of the changes, for the audit record. */
  readonly did: readonly string[];
  readonly about?: { readonly id: UserId; readonly tenant_id: TenantId };
}

/**
 * A journalled state: the current state of something that a restored backup would set back. A trigger (`0039-last-words.ts`) notes
 * the `kind` and key of each change. The state is then read, kept in a journal outside the database, and applied when an
 * older backup is restored. It holds only ids, times and digests, since the journal is not encrypted.
 */
export interface JournalledState<State = unknown> {
  readonly kind: string;
  /** By key. A key that is left out has no journalled state. */
  readonly read: (db: Db, keys: readonly string[]) => Promise<ReadonlyMap<string, State>>;
  /** `undefined` when nothing had to change, or the key belongs to another thing in this database. */
  readonly apply: (tx: Tx, key: string, state: State, applying: Applying) => Promise<Applied | undefined>;
}

/** The journal is authenticated and holds only what `read` returned, so each state in it has this type. */
export const defineJournalledState = <State extends object>(state: JournalledState<State>): JournalledState =>
  state as JournalledState;
