import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever is selected, rows are counted
type Rows<Tables extends string> = SelectQueryBuilder<any, Tables, any>;

/** Counts a query's rows up to `most`: totals of lists are exact only up to a cap. */
export async function countUpTo<Tables extends string>(db: Db, rows: Rows<Tables>, most: number): Promise<number> {
  const counted = db.selectFrom(rows.limit(most).as('some')).select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}

/** The same as a column of a statement that reads a page. */
export const countedUpTo = <Tables extends string>(rows: Rows<Tables>, most: number) =>
  sql<number>`(select count(*) from ${rows.select(sql.lit(1).as('one')).limit(sql.lit(most))} as listed)`;
