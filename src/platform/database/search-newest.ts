import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

// biome-ignore lint/suspicious/noExplicitAny: ids of whatever table
type Listed = SelectQueryBuilder<any, any, { id: number }>;

/** Rows that are scanned for one page. */
const LOOKED_THROUGH = 5000;

/** The order of a list by id, which is the order of creation. */
export type Age = 'newest' | 'oldest';

export const directionOf = (first: Age): 'asc' | 'desc' => (first === 'oldest' ? 'asc' : 'desc');

/** The comparisons of ids for the start of the next page (`passing`) and for the end of the scanned rows (`within`). */
export const passing = (first: Age): '<' | '>' => (first === 'oldest' ? '>' : '<');
export const within = (first: Age): '<=' | '>=' => (first === 'oldest' ? '<=' : '>=');

export interface NewestSearched<Row> {
  /** One extra row. */
  readonly rows: Row[];
  readonly counted: number;
  /** There may be more matches than were counted. */
  readonly isUncounted: boolean;
  /** Set when the page is not full although there are more rows: they were scanned up to this id. */
  readonly searchedTo: number | undefined;
}

/**
 * One page of rows that match a condition without an index. `listed` yields the ids to scan, in order; `matching` reads the
 * matches up to an id, at most one more than `limit`.
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
