import { type SelectQueryBuilder, sql } from 'kysely';
import type { UserId } from '../kernel/entity-id.ts';
import type { Db } from './database.ts';
import { engineOf } from './engine-of.ts';
import type { Ids } from './named-ids.ts';
import type { Schema } from './schema.ts';

export type People = SelectQueryBuilder<Schema, 'users', object>;

/**
 * The people with these ids, each looked up. CROSS JOIN makes SQLite start with `ids`; otherwise it would scan all people in order.
 * `offset 0` keeps PostgreSQL from comparing all ids with all people, as it does while it believes that there are few, such as
 * after an import.
 */
export function among(db: Db, ids: Ids): People {
  const found = db.selectFrom(ids.as('found'));
  if (engineOf(db) === 'sqlite') return found.crossJoin('users').whereRef('users.id', '=', 'found.id');
  const row = db.selectFrom('users').selectAll().where('users.id', '=', sql.ref<UserId>('found.id')).offset(sql.lit(0));
  return found.crossJoinLateral(row.as('users'));
}
