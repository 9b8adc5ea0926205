import type { Kysely, Transaction } from 'kysely';
import type { Milliseconds } from '../kernel/durations.ts';
import type { Schema } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

/** Reads only; each statement sees what was committed before it. A `Tx` may be passed as a `Db`. */
export type Db = Pick<Kysely<Schema>, 'selectFrom' | 'with' | 'withRecursive' | 'fn' | 'executeQuery' | 'getExecutor'>;

/** Writes, and reads that must see them. Only `Database.transaction` creates one. */
export type Tx = Transaction<Schema>;

/** Connections for transactions in use, and callers waiting for one. */
export interface Load {
  readonly busy: number;
  /** Open and unused. */
  readonly idle: number;
  readonly waiting: number;
}

/** The server of a store that is not embedded. */
export interface StoreServer {
  /** Host and port. */
  readonly name: string;
  /** Whether it does not answer, or accepts no writes. */
  readonly isAway: boolean;
  /** How often the connection to it was lost since this process started. */
  readonly losses: number;
}

/** Changes that are made together, or not at all if there is nothing to change, which both forms report. */
export interface BatchableChange<Values> {
  /** Changes with the same key are never in one statement. */
  keyOf(values: Values): unknown;
  inSteps(tx: Tx, values: Values): Promise<boolean>;
  /** Many callers' in one statement, without those whose rows somebody else holds: their keys are not in the result. */
  together(via: Db, all: readonly Values[]): Promise<ReadonlyMap<unknown, boolean>>;
}

/** The store as use cases see it, the same on both engines. */
export interface Database {
  /** For display only: outside this folder no decision may depend on it. */
  readonly engine: Engine;
  readonly read: Db;
  /**
   * The same for reads that may look at thousands of rows: where the store has no server, a thread of its own runs them, so that
   * nobody else waits for them. Each statement costs a trip to it.
   */
  readonly bulkRead: Db;
  /** So many of them at once leave the store to others. */
  readonly mostBulkReads: number;
  /** Whether rows are committed in the order of their ids: true when there is one writer at a time. */
  readonly commitsInOrder: boolean;
  /** Whether no other process serves from the store. */
  readonly isUnshared: boolean;
  /**
   * A number that changes whenever anything is committed, by this process, another one or a command. Rows read after it was
   * asked for are current while it stays the same. Absent if asking would cost as much as reading.
   */
  readonly version?: () => number;
  /**
   * Runs `work` in one transaction and commits durably before it resolves; a thrown error rolls back. A deadlock or
   * serialisation failure reruns it, so `work` must do nothing but use its `tx`.
   * @throws AppError `store.unavailable` (503) when the store is down, full or too busy
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /**
   * The same for thousands of rows: where the store has no server, a thread of its own runs the statements and the commit, so that
   * nobody else waits for them. Each statement costs a trip to it.
   */
  bulkTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Runs a bundle of changes (`batchedChanges`), as durably as a transaction. Returns whether there was anything to change. */
  change<Values>(bundle: BatchableChange<Values>, values: Values): Promise<boolean>;
  /** Does not query the store. */
  load(): Load;
  /** The server in use; absent where the store is embedded. Does not query it. */
  server?(): StoreServer;
  /** Resolves when the store answers a read, and has refused no write for half a minute. */
  check(): Promise<void>;
  /**
   * Leaves no overwritten data beside the store: on SQLite it empties the write-ahead log (`secure_delete` has already
   * wiped the pages). PostgreSQL's vacuum and archive are up to its operator.
   * @throws Error while somebody else holds the log
   */
  compact(): Promise<void>;
  /** The time on the store's machine; undefined if it is this machine. */
  clock(): Promise<Milliseconds | undefined>;
  close(): Promise<void>;
}

/** The reads of a store. */
export type Reads = Pick<Database, 'read' | 'bulkRead' | 'version'>;

/** A store, and the connection that changes its schema: on PostgreSQL a separate one, closed afterwards. */
export interface Connected {
  readonly database: Database;
  readonly withMigrator: <Result>(work: (migrator: Kysely<Schema>) => Promise<Result>) => Promise<Result>;
}

/** The methods of the service's log that are used by stores. */
export interface StoreLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
