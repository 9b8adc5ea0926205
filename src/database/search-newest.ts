import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

// biome-ignore lint/suspicious/noExplicitAny: ids of whatever table
type Listed = SelectQueryBuilder<any, any, { id: number }>;

/** So many rows are looked through for one page. */
const LOOKED_THROUGH = 5000;

export interface NewestSearched<Row> {
  /** One extra row. */
  readonly rows: Row[];
  readonly counted: number;
  /** There may be more matches than were counted. */
  readonly isUncounted: boolean;
  /** Set where the page is not full and there are older rows: they were looked through down to this id. */
  readonly searchedTo: number | undefined;
}

/**
 * One page, newest first, of what meets a condition that no index tells. `listed` are the ids to look through, newest first;
 * `matching` reads the matches from an id up, one more than `limit`.
 */
export async function searchNewest<Row>(
  db: Db,
  { listed, limit, isFirst }: { listed: Listed; limit: number; isFirst: boolean },
  matching: (from: number) => Promise<Row[]>,
  most = LOOKED_THROUGH,
): Promise<NewestSearched<Row>> {
  const next = listed.limit(most).as('next');
  const { edge, size } = await db
    .selectFrom(next)
    .select(({ fn }) => [sql<number | null>`min(id)`.as('edge'), fn.countAll<number>().as('size')])
    .executeTakeFirstOrThrow();
  const rows = edge === null ? [] : await matching(edge);
  const isFull = rows.length > limit;
  const isEnd = size < most;
  const searchedTo = isFull || isEnd || edge === null ? undefined : edge;
  return { rows, counted: rows.length, isUncounted: !isFirst || isFull || !isEnd, searchedTo };
}
