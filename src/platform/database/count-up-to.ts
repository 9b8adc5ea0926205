import type { SelectQueryBuilder } from 'kysely';
import type { Db } from './database.ts';
import type { Schema } from './schema.ts';

/** Counts a query's rows up to `most`: totals of lists are exact only up to a cap. */
export async function countUpTo<Tables extends keyof Schema>(
  db: Db,
  // biome-ignore lint/suspicious/noExplicitAny: whatever is selected, rows are counted
  rows: SelectQueryBuilder<any, Tables, any>,
  most: number,
): Promise<number> {
  const counted = db.selectFrom(rows.limit(most).as('some')).select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}
