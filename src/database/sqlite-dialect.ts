import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { keepNewest } from '../kernel/keep-newest.ts';
import { isSqliteBusy } from './store-errors.ts';
import { LONGEST_WAIT, type WriterQueue } from './writer-queue.ts';

const CACHED_STATEMENTS = 500;
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

/**
 * The single parameter of a statement that is run for each of many rows. On request the statement returns the id of each row,
 * `undefined` for a skipped one.
 */
export class EachRow {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, SQLInputValue>>[];
  readonly numbered: boolean;

  constructor(columns: readonly string[], rows: readonly Readonly<Record<string, SQLInputValue>>[], numbered: boolean) {
    this.columns = columns;
    this.rows = rows;
    this.numbered = numbered;
  }
}

/**
 * Kysely over one `node:sqlite` handle. With `writers` its connection is lent to one caller at a time: concurrent
 * transactions would otherwise interleave on it.
 */
export function sqliteDialect(handle: DatabaseSync, { writers }: { writers?: WriterQueue }): Dialect {
  return {
    createAdapter: () => new OneHandleAdapter(),
    createDriver: () => sqliteDriver(handle, writers),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function sqliteDriver(handle: DatabaseSync, writers: WriterQueue | undefined): Driver {
  let patientUntil = 0; // deadline of the current writer, counted from its request
  const connection = sqliteConnection(handle, () => patientUntil);
  const run = (sql: string) => connection.executeQuery(CompiledQuery.raw(sql));
  return {
    init: async () => {},
    acquireConnection: async () => {
      if (writers === undefined) return connection;
      const until = performance.now() + LONGEST_WAIT;
      await writers.enter();
      patientUntil = until;
      return connection;
    },
    // IMMEDIATE takes the write lock at once; a deferred transaction could fail halfway, at its first write.
    beginTransaction: async () => void (await run('begin immediate')),
    commitTransaction: async () => void (await run('commit')),
    rollbackTransaction: async () => {
      if (handle.isTransaction) await run('rollback');
    },
    releaseConnection: async () => writers?.leave(),
    destroy: async () => handle.close(),
  };
}

interface Prepared {
  readonly statement: StatementSync;
  /** Determined once: describing the columns takes longer than reading a session's row. */
  readonly answersRows: boolean;
}

function sqliteConnection(handle: DatabaseSync, patientUntil: () => number): DatabaseConnection {
  const cache = new Map<string, Prepared>();
  const execute = <Row>(query: CompiledQuery): QueryResult<Row> => {
    const prepared = cachedStatement(cache, handle, query.sql);
    const { statement, answersRows } = prepared;
    const [first] = query.parameters;
    if (first instanceof EachRow) return insertEach(prepared, first);
    const parameters = query.parameters as SQLInputValue[];
    if (answersRows) return { rows: statement.all(...parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };
  return {
    executeQuery: async <Row>(query: CompiledQuery) => {
      for (;;) {
        try {
          return execute<Row>(query);
        } catch (error) {
          // Another process is writing. SQLite would wait by blocking this thread and all reads with it.
          if (!isSqliteBusy(error) || handle.isTransaction || performance.now() >= patientUntil()) throw error;
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

function insertEach<Row>({ statement }: Prepared, { columns, rows, numbered }: EachRow): QueryResult<Row> {
  const values: SQLInputValue[] = columns.map(() => null); // reused for all rows: an array for each took a tenth of the time
  const ids: unknown[] = [];
  for (const row of rows) {
    for (let place = 0; place < columns.length; place++) values[place] = row[columns[place] as string] as SQLInputValue;
    if (numbered) {
      const { changes, lastInsertRowid } = statement.run(...values);
      ids.push(changes === 0 ? undefined : lastInsertRowid);
    } else statement.get(...values); // same effect as run() without its result object: a tenth faster
  }
  return { rows: ids as Row[] };
}

/** Evicts the least recently used: a Map keeps insertion order. */
function cachedStatement(cache: Map<string, Prepared>, handle: DatabaseSync, sql: string): Prepared {
  const known = cache.get(sql);
  if (known !== undefined) {
    if (cache.size > CACHED_STATEMENTS / 2) {
      cache.delete(sql);
      cache.set(sql, known);
    }
    return known;
  }
  const statement = handle.prepare(sql);
  const prepared = { statement, answersRows: statement.columns().length > 0 };
  cache.set(sql, prepared);
  keepNewest(cache, CACHED_STATEMENTS);
  return prepared;
}
