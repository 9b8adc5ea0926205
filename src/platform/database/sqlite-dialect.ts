import { setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely';
import { sqliteCompiler } from './each-engine.ts';
import type { SqliteStatements, Statement } from './sqlite-statements.ts';
import { isSqliteBusy } from './store-errors.ts';
import { LONGEST_WAIT, type WriterQueue } from './writer-queue.ts';

const LOOK_AGAIN_EVERY = 10;

class OneHandleAdapter extends SqliteAdapter {
  /** SQLite runs DDL inside transactions; Kysely's own adapter does not say so. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Disables Kysely's own queue, which has no limit of length or time. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

interface Connecting {
  /** Lends the connection to one caller at a time: concurrent transactions would otherwise interleave on it. */
  readonly writers?: WriterQueue;
  /** Throws where the store is not to be used: called for each caller, and again before a commit. */
  readonly examine: () => void;
}

/** Kysely over one connection to the embedded store. */
export function sqliteDialect(statements: SqliteStatements, connecting: Connecting): Dialect {
  return {
    createAdapter: () => new OneHandleAdapter(),
    createDriver: () => sqliteDriver(statements, connecting),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: sqliteCompiler,
  };
}

function sqliteDriver(statements: SqliteStatements, { writers, examine }: Connecting): Driver {
  let patientUntil = 0; // deadline of the current writer, counted from its request
  const connection = sqliteConnection(statements, () => patientUntil);
  const run = (sql: string) => connection.executeQuery(CompiledQuery.raw(sql));
  return {
    init: async () => {},
    acquireConnection: async () => {
      examine();
      if (writers === undefined) return connection;
      const until = performance.now() + LONGEST_WAIT;
      await writers.enter();
      patientUntil = until;
      return connection;
    },
    // IMMEDIATE takes the write lock at once; a deferred transaction could fail halfway, at its first write.
    beginTransaction: async () => void (await run('begin immediate')),
    commitTransaction: async () => {
      examine();
      await run('commit');
    },
    rollbackTransaction: async () => {
      if (statements.isInTransaction) await run('rollback');
    },
    releaseConnection: async () => writers?.leave(),
    destroy: async () => statements.close(),
  };
}

function sqliteConnection(statements: SqliteStatements, patientUntil: () => number): DatabaseConnection {
  return {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery) => {
      const statement = { sql, parameters } as Statement;
      for (;;) {
        try {
          return await statements.run<Row>(statement);
        } catch (error) {
          // Another process is writing. SQLite would wait by blocking this thread and all reads with it.
          if (!isSqliteBusy(error) || statements.isInTransaction || performance.now() >= patientUntil()) throw error;
        }
        await pause(LOOK_AGAIN_EVERY);
      }
    },
    streamQuery: () => {
      // An open cursor pins the write-ahead log; long reads page instead.
      throw new Error('Streaming queries is not supported; read in pages');
    },
  };
}
