import type { CompiledQuery, DatabaseConnection, Dialect, Driver } from 'kysely';
import type { SpanStart } from '../metrics/span.ts';
import { isTracing, noteSpan, traced } from '../metrics/trace.ts';
import type { Engine } from './database.ts';
import { nameStatement } from './statement-name.ts';

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
      if (performance.now() - since >= WORTH_TELLING) noteSpan({ ...plainSpan('wait for connection', system), since });
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
