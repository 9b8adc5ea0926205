import { type SelectQueryBuilder, sql } from 'kysely';
import type { UserId } from '../kernel/entity-id.ts';
import type { Db } from './database.ts';
import { engineOf } from './engine-of.ts';
import type { Schema } from './schema.ts';

export type People = SelectQueryBuilder<Schema, 'users', object>;

// biome-ignore lint/suspicious/noExplicitAny: ids are selected from any list
type Ids = SelectQueryBuilder<any, any, { id: UserId }>;

/**
 * The rows of `ids`, each looked up. CROSS JOIN tells SQLite to start with `ids`; it would rather walk the list in order. `offset 0` keeps
 * PostgreSQL from comparing all of them with all people, which it does as long as it thinks that there are few, as after an import.
 */
export function among(db: Db, ids: Ids): People {
  const found = db.selectFrom(ids.as('found'));
  if (engineOf(db) === 'sqlite') return found.crossJoin('users').whereRef('users.id', '=', 'found.id');
  const row = db.selectFrom('users').selectAll().where('users.id', '=', sql.ref<UserId>('found.id')).offset(sql.lit(0));
  return found.crossJoinLateral(row.as('users'));
}
