import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import { preparedStatement } from './prepared-statement.ts';

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
