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
