import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from 'kysely';
import type { Db } from './database.ts';

/** Stands in the built query for a value that each execution brings. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement of the hot paths, built and compiled once for each engine: Kysely takes longer to build and compile one than
 * SQLite to run it. `build` sees placeholders instead of values, so it must hand them to the query as they are and decide
 * nothing by them.
 */
export function preparedStatement<Via extends Db, Values extends object, Row>(
  build: (via: Via, values: Values) => Compilable<Row>,
): (via: Via, values: Values) => Promise<QueryResult<Row>> {
  const placeholders = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) }) as Values;
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>(); // each engine writes its parameters in its own way
  return (via, values) => {
    const { adapter } = via.getExecutor();
    const query = compiled.get(adapter) ?? build(via, placeholders).compile();
    compiled.set(adapter, query);
    return via.executeQuery<Row>({ ...query, parameters: query.parameters.map((value) => boundValue(value, values)) });
  };
}

const boundValue = (parameter: unknown, values: object): unknown =>
  parameter instanceof Placeholder ? values[parameter.name as keyof object] : parameter;
