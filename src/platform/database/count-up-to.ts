import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import type { Schema } from './schema.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever is selected, rows are counted
type Rows<Tables extends keyof Schema> = SelectQueryBuilder<any, Tables, any>;

/** Counts a query's rows up to `most`: totals of lists are exact only up to a cap. */
export async function countUpTo<Tables extends keyof Schema>(
  db: Db,
  rows: Rows<Tables>,
  most: number,
): Promise<number> {
  const counted = db.selectFrom(rows.limit(most).as('some')).select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}

/** The same as a column of a statement that reads a page. */
export const countedUpTo = <Tables extends keyof Schema>(rows: Rows<Tables>, most: number) =>
  sql<number>`(select count(*) from ${rows.select(sql.lit(1).as('one')).limit(sql.lit(most))} as listed)`;
