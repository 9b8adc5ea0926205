import type { SelectQueryBuilder } from 'kysely';
import type { Db } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * How many rows a query finds, counted no further than `most`: a list tells its total exactly up to a cap, and beyond that
 * nobody should wait for a number that they do not need.
 */
export async function countUpTo<Tables extends keyof Schema>(
  db: Db,
  // biome-ignore lint/suspicious/noExplicitAny: whatever is selected, rows are counted
  rows: SelectQueryBuilder<any, Tables, any>,
  most: number,
): Promise<number> {
  const counted = db.selectFrom(rows.limit(most).as('some')).select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}
