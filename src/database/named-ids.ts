import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { UserId } from '../kernel/entity-id.ts';
import type { Db } from './database.ts';
import { engineOf } from './engine-of.ts';
import { valuesIn } from './insert-rows.ts';

/** The ids of people in a group where a condition holds, as text that `namedIds` reads: nothing else looks into it. */
export function idsAsText(db: Db, column: RawBuilder<number>, condition: RawBuilder<boolean>): RawBuilder<string> {
  return engineOf(db) === 'sqlite'
    ? sql`json_group_array(${column}) filter (where ${condition})`
    : sql`coalesce((json_agg(${column}) filter (where ${condition}))::text, '[]')`;
}

/** @param ids as `idsAsText` gave them */
export function namedIds(
  db: Db,
  ids: string,
  // biome-ignore lint/suspicious/noExplicitAny: ids are selected from a list, from no table
): SelectQueryBuilder<any, any, { id: UserId }> {
  return db.selectFrom(valuesIn<UserId>(db, 'bigint', ids).as('named')).select(sql.ref<UserId>('named.value').as('id'));
}
