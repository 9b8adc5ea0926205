import type { AuditedCall } from '../audit/audit-context.ts';
import type { AuditSubject } from '../audit/record-audit.ts';
import type { Db, Tx } from '../database/database.ts';
import type { Table } from '../database/define-table.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import type { SignInId, TenantId, UserId } from '../kernel/entity-id.ts';
import type { Keyring } from '../keys/keyring.ts';

/** What a sign-in can add to an account. */
export const TAKEN_BACK = ['passkey', 'authenticator', 'recovery_codes', 'google', 'identity', 'address'] as const;
export type TakenBack = (typeof TAKEN_BACK)[number];

/**
 * Takes back what these sign-ins added to an account, because its owner says that they were not theirs. Returns what that was. Its
 * row in `users` is locked, so that whoever adds something (`holdSignIn`) comes before or is refused.
 */
export type TakeBack = (
  tx: Tx,
  call: AuditedCall,
  about: AuditSubject,
  sids: readonly SignInId[],
) => Promise<readonly TakenBack[]>;

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
 * A journalled state: the current state of something that a restored backup would set back. A trigger (`journal` of its table) notes
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

/** Data with a limited lifetime (GDPR art. 5(1)(e)). */
export interface RetentionRule {
  readonly name: string;
  readonly keptFor: Milliseconds;
  readonly what: string;
  /** Deletes at most `most` rows from before that instant; returns how many. `tables`: all with personal data. */
  readonly forget: (tx: Tx, before: Instant, most: number, tables: readonly Table[]) => Promise<number>;
}

/** Other upkeep in the same run; returns how many it affected. */
export interface RetentionTask {
  readonly name: string;
  readonly run: () => Promise<number>;
}

/** What rooms contribute to the work of another, by kind. The room that gathers a kind merges its type into this one. */
// biome-ignore lint/suspicious/noEmptyInterface: rooms merge theirs
export interface Contributions {}
