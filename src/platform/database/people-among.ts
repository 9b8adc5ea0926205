import { type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './database.ts';
import { eachEngine } from './each-engine.ts';
import type { Ids } from './named-ids.ts';
import type { Schema } from './schema.ts';

export type People = SelectQueryBuilder<Schema, 'users', object>;

/**
 * The people with these ids, each looked up. CROSS JOIN makes SQLite start with `ids`; otherwise it would scan all people in order.
 * `offset 0` keeps PostgreSQL from comparing all ids with all people, as it does while it believes that there are few, such as
 * after an import.
 */
export function among(db: Db, ids: Ids): People {
  const isFound = sql<SqlBool>`users.id = found.id`;
  const row = db.selectFrom('users').selectAll().where(isFound).offset(sql.lit(0));
  const users = eachEngine<Selectable<Schema['users']>>({
    sqlite: () => sql.table('users'),
    postgres: () => sql`lateral ${row}`,
  });
  return db
    .selectFrom(ids.as('found'))
    .crossJoin(users.as('users'))
    .where(eachEngine<SqlBool>({ sqlite: () => isFound, postgres: () => sql`true` })) as unknown as People; // the columns of `users`
}
