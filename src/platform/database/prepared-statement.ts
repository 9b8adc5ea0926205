import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from 'kysely';
import type { Db } from './database.ts';

/** A placeholder in the built query for a value of each execution. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A hot-path statement, built and compiled once per engine: Kysely takes longer to compile than SQLite to run. `build`
 * gets placeholders instead of values, so it must pass them on unchanged and not branch on them.
 */
export function preparedStatement<Via extends Db, Values extends object, Row>(
  build: (via: Via, values: Values) => Compilable<Row>,
): (via: Via, values: Values) => Promise<QueryResult<Row>> {
  const placeholders = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) }) as Values;
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>(); // parameters are written differently for each engine
  return (via, values) => {
    const { adapter } = via.getExecutor();
    const query = compiled.get(adapter) ?? build(via, placeholders).compile();
    compiled.set(adapter, query);
    return via.executeQuery<Row>({ ...query, parameters: query.parameters.map((value) => boundValue(value, values)) });
  };
}

const boundValue = (parameter: unknown, values: object): unknown =>
  parameter instanceof Placeholder ? values[parameter.name as keyof object] : parameter;

/**
 * The same for a statement whose text depends on what is asked for. It is built once for each `shape`, which `build` may branch on, and
 * each choice of values that are given: the others are `undefined` in `build` too.
 */
export function statementByShape<Shape, Values extends object, Row>(
  build: (via: Db, shape: Shape, given: Values) => Compilable<Row>,
): (via: Db, shape: Shape, values: Values) => Promise<QueryResult<Row>> {
  const known = new Map<string, (via: Db, values: Values) => Promise<QueryResult<Row>>>();
  return (via, shape, values) => {
    const given = Object.keys(values).filter((name) => values[name as keyof Values] !== undefined);
    const key = JSON.stringify([shape, given]);
    const statement =
      known.get(key) ??
      preparedStatement((db: Db, placeholders: Values) =>
        build(db, shape, Object.fromEntries(given.map((name) => [name, placeholders[name as keyof Values]])) as Values),
      );
    known.set(key, statement);
    return statement(via, values);
  };
}
