import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

/** Reads only. Each statement sees what was committed before it. A `Tx` may be passed wherever a `Db` is asked for. */
export type Db = Pick<Kysely<Schema>, 'selectFrom' | 'with' | 'withRecursive' | 'fn' | 'executeQuery' | 'getExecutor'>;

/** Writes, and reads that must see them. Only `Database.transaction` makes one. */
export type Tx = Transaction<Schema>;

/** Of the connections that transactions need: how many are taken, and how many callers wait for one. */
export interface Load {
  readonly busy: number;
  readonly waiting: number;
}

/** The store as use cases see it, the same over both engines. */
export interface Database {
  readonly engine: Engine;
  readonly read: Db;
  /**
   * Runs `work` in one transaction and commits durably before it resolves; a thrown error rolls back.
   * A deadlock or serialisation failure runs it again, so `work` must do nothing but use its `tx`.
   * @throws AppError `store.unavailable` (503) when the store is away, full or too busy
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Asks nobody. */
  load(): Load;
  /** Resolves when the store answers a read. */
  check(): Promise<void>;
  /**
   * Leaves nothing of what was overwritten beside the store: on SQLite the write-ahead log is emptied into it
   * (`secure_delete` has wiped the pages themselves). On PostgreSQL that is the business of its own vacuum and archive.
   * @throws Error while somebody else holds the log
   */
  compact(): Promise<void>;
  close(): Promise<void>;
}

/** A store, and the connection that changes its schema: on PostgreSQL one of its own, which is gone afterwards. */
export interface Connected {
  readonly database: Database;
  readonly withMigrator: <Result>(work: (migrator: Kysely<Schema>) => Promise<Result>) => Promise<Result>;
}
