import { createHash } from 'node:crypto';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver } from 'kysely';
import type { SpanStart } from '../metrics/span.ts';
import { isTracing, recordSpan, traced } from '../metrics/trace.ts';
import type { Engine } from './database.ts';

interface StatementName {
  /** The statement's first word: `select`, `insert`, `update`, `delete` or another. */
  readonly verb: string;
  /** For people: the verb and the tables, `select sessions users`. */
  readonly summary: string;
  /** The name in PostgreSQL's log and `pg_prepared_statements`; the same in every process. */
  readonly own: string;
}

const MOST_KNOWN = 1000;
const known = new Map<string, StatementName>();

const WRITES = /\b(insert) into "|\b(update) "|\b(delete) from "/;
const TABLES = /\b(?:from|join|into|update) "(\w+)"/g;
/** PostgreSQL cuts a name off after 63 bytes. */
const LONGEST_SUMMARY = 44;

/** Names a statement by its text, which holds no values. Undefined for new ones once a thousand are known. */
export function nameStatement(text: string): StatementName | undefined {
  const found = known.get(text);
  if (found !== undefined || known.size >= MOST_KNOWN) return found;
  const name = nameOf(text);
  known.set(text, name);
  return name;
}

function nameOf(text: string): StatementName {
  const verb = WRITES.exec(text)?.slice(1).find(Boolean) ?? /^\W*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const tables = [...new Set([...text.matchAll(TABLES)].map(([, table = '']) => table))];
  const shown = verb === 'with' ? 'select' : verb;
  const words = [shown, ...tables];
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return {
    verb: shown,
    summary: words.join(' '),
    own: `${words.join('_').slice(0, LONGEST_SUMMARY)}_${digest}`,
  };
}

const SYSTEMS = { postgres: 'postgresql', sqlite: 'sqlite' } as const;

/** Waits for a connection shorter than this many milliseconds get no span. */
const WORTH_TELLING = 1;

/** While tracing is on, adds a span to each statement and each wait for a connection; otherwise returns the dialect itself. */
export function tracedDialect(dialect: Dialect, engine: Engine): Dialect {
  if (!isTracing()) return dialect;
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => tracedDriver(dialect.createDriver(), SYSTEMS[engine]),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

function tracedDriver(driver: Driver, system: string): Driver {
  const inner = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const wrapped = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const own = (connection: DatabaseConnection) => inner.get(connection) ?? connection;
  const wrap = (connection: DatabaseConnection): DatabaseConnection => {
    const known = wrapped.get(connection);
    if (known !== undefined) return known;
    const made: DatabaseConnection = {
      executeQuery: (query, options) =>
        traced(
          statementSpan(query, system),
          () => connection.executeQuery(query, options),
          ({ rows, numAffectedRows }) => ({ 'db.response.returned_rows': Number(numAffectedRows ?? rows.length) }),
        ),
      streamQuery: (query, size, options) => connection.streamQuery(query, size, options),
    };
    inner.set(made, connection);
    wrapped.set(connection, made);
    return made;
  };
  const step = (name: string, work: () => Promise<void>) => traced(plainSpan(name, system), work);
  return {
    init: (options) => driver.init(options),
    acquireConnection: async (options) => {
      const since = performance.now();
      const connection = await driver.acquireConnection(options);
      if (performance.now() - since >= WORTH_TELLING)
        recordSpan({ ...plainSpan('wait for connection', system), since });
      return wrap(connection);
    },
    beginTransaction: (connection, settings) => step('begin', () => driver.beginTransaction(own(connection), settings)),
    commitTransaction: (connection) => step('commit', () => driver.commitTransaction(own(connection))),
    rollbackTransaction: (connection) => step('rollback', () => driver.rollbackTransaction(own(connection))),
    releaseConnection: (connection, options) => driver.releaseConnection(own(connection), options),
    destroy: (options) => driver.destroy(options),
  };
}

const plainSpan = (name: string, system: string): SpanStart => ({
  name,
  kind: 'client',
  attributes: { 'db.system.name': system, 'db.operation.name': name },
});

function statementSpan({ sql }: CompiledQuery, system: string): SpanStart {
  const name = nameStatement(sql);
  if (name === undefined) return plainSpan('statement', system);
  return {
    name: name.summary,
    kind: 'client',
    attributes: {
      'db.system.name': system,
      'db.operation.name': name.verb,
      'db.query.summary': name.summary,
      'iskaznica.statement': name.own,
    },
  };
}
