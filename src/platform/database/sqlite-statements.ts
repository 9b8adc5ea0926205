import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import { seconds } from '../kernel/durations.ts';
import { keepNewest } from '../kernel/keep-newest.ts';

/** SQLite waits for another process by blocking its thread: this long while opening, later not at all. */
const OPENS_WITHIN = seconds(5);

/** A handle that makes every commit survive a power cut: WAL with `synchronous=FULL` (sqlite.org/pragma.html#pragma_synchronous). */
export function openHandle(path: string): DatabaseSync {
  const handle = new DatabaseSync(path, { timeout: OPENS_WITHIN, enableForeignKeyConstraints: true });
  handle.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
  handle.exec('pragma cache_size = -16000; pragma temp_store = memory; pragma wal_autocheckpoint = 2000');
  handle.exec('pragma busy_timeout = 0');
  return handle;
}

/** A handle that refuses to change anything. */
export function openReadHandle(path: string): DatabaseSync {
  const handle = openHandle(path);
  handle.exec('pragma query_only = on');
  return handle;
}

const CACHED_STATEMENTS = 500;

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[] | readonly [EachRow];
}

/**
 * The single parameter of a statement that is run for each of many rows. On request the statement returns the id of each row,
 * `undefined` for a skipped one.
 */
export interface EachRow {
  /** Values in a row. */
  readonly width: number;
  /** Of all rows, one after the other. */
  readonly values: readonly SQLInputValue[];
  readonly numbered: boolean;
}

/** Runs statements on one connection to the embedded store, one after the other. */
export interface SqliteStatements {
  run<Row>(statement: Statement): QueryResult<Row> | Promise<QueryResult<Row>>;
  readonly isInTransaction: boolean;
  close(): void | Promise<void>;
}

export interface LocalStatements extends SqliteStatements {
  run<Row>(statement: Statement): QueryResult<Row>;
  close(): void;
}

/** Runs statements on this thread, which waits for each. */
export function statementsOf(handle: DatabaseSync): LocalStatements {
  const cache = new Map<string, Prepared>();
  return {
    run: <Row>({ sql, parameters }: Statement): QueryResult<Row> => {
      const prepared = cachedStatement(cache, handle, sql);
      const { statement, answersRows } = prepared;
      if (isForEachRow(parameters)) return runForEach(prepared, parameters[0]);
      if (answersRows) return { rows: statement.all(...parameters) as Row[] };
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
    get isInTransaction() {
      return handle.isTransaction;
    },
    close: () => handle.close(),
  };
}

interface Prepared {
  readonly statement: StatementSync;
  /** Determined once: describing the columns takes longer than reading a session's row. */
  readonly answersRows: boolean;
}

function isForEachRow(parameters: Statement['parameters']): parameters is readonly [EachRow] {
  const [first] = parameters;
  return typeof first === 'object' && first !== null && 'width' in first;
}

function runForEach<Row>({ statement }: Prepared, { width, values, numbered }: EachRow): QueryResult<Row> {
  const row: SQLInputValue[] = new Array(width).fill(null); // reused for all rows: an array for each took a tenth of the time
  const ids: unknown[] = [];
  for (let from = 0; from < values.length; from += width) {
    for (let index = 0; index < width; index++) row[index] = values[from + index] as SQLInputValue;
    if (numbered) {
      const { changes, lastInsertRowid } = statement.run(...row);
      ids.push(changes === 0 ? undefined : lastInsertRowid);
    } else statement.get(...row); // same effect as run() without its result object: a tenth faster
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
