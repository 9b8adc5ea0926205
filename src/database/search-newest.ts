import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

// biome-ignore lint/suspicious/noExplicitAny: ids of whatever table
type Listed = SelectQueryBuilder<any, any, { id: number }>;

/** So many rows are looked through for one page. */
const LOOKED_THROUGH = 5000;

/** In which order rows are listed by their id, which is the order in which they came. */
export type Age = 'newest' | 'oldest';

export const directionOf = (first: Age): 'asc' | 'desc' => (first === 'oldest' ? 'asc' : 'desc');

/** Where the next page goes on, and where the rows of a search end. */
export const passing = (first: Age): '<' | '>' => (first === 'oldest' ? '>' : '<');
export const within = (first: Age): '<=' | '>=' => (first === 'oldest' ? '<=' : '>=');

export interface NewestSearched<Row> {
  /** One extra row. */
  readonly rows: Row[];
  readonly counted: number;
  /** There may be more matches than were counted. */
  readonly isUncounted: boolean;
  /** Set where the page is not full and there are further rows: they were looked through as far as this id. */
  readonly searchedTo: number | undefined;
}

/**
 * One page of what meets a condition that no index tells. `listed` are the ids to look through, in its order; `matching` reads
 * the matches as far as an id, one more than `limit`.
 */
export async function searchNewest<Row>(
  db: Db,
  { listed, limit, isFirst, first = 'newest' }: { listed: Listed; limit: number; isFirst: boolean; first?: Age },
  matching: (edge: number) => Promise<Row[]>,
  most = LOOKED_THROUGH,
): Promise<NewestSearched<Row>> {
  const next = listed.limit(most).as('next');
  const { edge, size } = await db
    .selectFrom(next)
    .select(({ fn }) => [
      (first === 'oldest' ? sql<number | null>`max(id)` : sql<number | null>`min(id)`).as('edge'),
      fn.countAll<number>().as('size'),
    ])
    .executeTakeFirstOrThrow();
  const rows = edge === null ? [] : await matching(edge);
  const isFull = rows.length > limit;
  const isEnd = size < most;
  const searchedTo = isFull || isEnd || edge === null ? undefined : edge;
  return { rows, counted: rows.length, isUncounted: !isFirst || isFull || !isEnd, searchedTo };
}
