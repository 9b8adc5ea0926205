import {
  type Compilable,
  type CompiledQuery,
  type DialectAdapter,
  type Expression,
  type QueryResult,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
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

/** A hot-path lookup by a unique key. Missing keys have no row. */
export interface Lookup<Key extends string, Row> {
  one(db: Db, key: Key): Promise<Row | undefined>;
  /** In one round trip. On PostgreSQL only. */
  several(db: Db, keys: readonly Key[]): Promise<readonly Row[]>;
}

/** @param build the query for one key */
export function preparedLookup<Key extends string, Row>(
  // biome-ignore lint/suspicious/noExplicitAny: whatever tables it reads
  build: (db: Db, key: Key | Expression<Key>) => SelectQueryBuilder<any, any, Row>,
): Lookup<Key, Row> {
  const findOne = preparedStatement((db: Db, { key }: { key: Key }) => build(db, key));
  const findSeveral = preparedStatement((db: Db, { keys }: { keys: readonly Key[] }) => forEachOf(db, keys, build));
  return {
    one: async (db, key) => (await findOne(db, { key })).rows[0],
    several: async (db, keys) => (await findSeveral(db, { keys })).rows,
  };
}

/**
 * Runs the query for each of the keys. A join over the list would be planned while the tables are small, and PostgreSQL would keep
 * that plan and read all rows once they have grown. The inner `select` hides the number of keys, for each of which it would plan
 * anew.
 */
function forEachOf<Key extends string, Row>(
  db: Db,
  keys: readonly Key[],
  // biome-ignore lint/suspicious/noExplicitAny: whatever tables it reads
  build: (db: Db, key: Expression<Key>) => SelectQueryBuilder<any, any, Row>,
) {
  const found = build(db, sql.ref<Key>('asked.key')).limit(sql.lit(1));
  const query = sql<Row>`
    select found.* from unnest((select ${keys}::text[])) as asked(key) cross join lateral ${found} as found`;
  return { compile: () => query.compile(db) };
}
