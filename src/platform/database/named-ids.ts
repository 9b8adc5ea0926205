import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { UserId } from '../kernel/entity-id.ts';
import type { Db } from './database.ts';
import { eachEngine } from './each-engine.ts';
import { valuesIn } from './insert-rows.ts';

/** The ids in a group for which a condition holds, as an opaque text for `namedIds`. */
export function idsAsText(column: RawBuilder<number>, condition: RawBuilder<boolean>): RawBuilder<string> {
  return eachEngine({
    sqlite: () => sql`json_group_array(${column}) filter (where ${condition})`,
    postgres: () => sql`coalesce((json_agg(${column}) filter (where ${condition}))::text, '[]')`,
  });
}

/** A query of people's ids. */
// biome-ignore lint/suspicious/noExplicitAny: whatever tables it reads
export type Ids = SelectQueryBuilder<any, any, { id: UserId }>;

/** @param ids the text from `idsAsText` */
export const namedIds = (db: Db, ids: string): Ids =>
  db.selectFrom(valuesIn<UserId>('bigint', ids).as('named')).select(sql.ref<UserId>('named.value').as('id'));

/**
 * Whether a column has one of these ids, for rows that are read in order. The second half is never true: PostgreSQL would join a
 * plain `in` and read all rows first.
 */
export const isIn = (column: string, ids: Ids): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} in ${ids} or 1 = 0)`;
