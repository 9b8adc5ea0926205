import { type Static, type TSchema, Type } from 'typebox';
import type { Age } from '../database/search-newest.ts';
import { type CursorKey, cursorFrom } from './page-cursor.ts';
import { choice } from './wire.ts';

/** Totals are exact up to this number. Above it, this number is sent with `total_is_capped`. */
export const TOTAL_CAP = 10_000;

export const MOST_ON_A_PAGE = 200;

/** Query parameters of every list. */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_ON_A_PAGE, default: 50 })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
};

export const DEFAULT_LIMIT = 50;

/** The order of things with a time, such as mails. */
export const BySent = Type.Optional(
  choice(['-created', 'created'], {
    default: '-created',
    description: 'The newest first, or with `created` the oldest',
  }),
);

export const firstOf = (sort: Static<typeof BySent> | undefined): Age => (sort === 'created' ? 'oldest' : 'newest');

export const listAnswer = (item: TSchema, title: string) =>
  Type.Object(
    {
      items: Type.Array(item),
      total: Type.Integer(),
      total_is_capped: Type.Boolean(),
      limit: Type.Integer(),
      next_cursor: Type.Union([Type.String(), Type.Null()]),
    },
    { title },
  );

export interface Page<Row> {
  /** Up to one more than `limit`: the extra row shows that another page follows. */
  readonly rows: readonly Row[];
  /** Counted up to one more than the cap. */
  readonly counted: number;
  readonly limit: number;
  /** There may be more rows than were counted. */
  readonly isUncounted?: boolean | undefined;
  /** Set when a search stopped before the page was full: the next page continues from here. */
  readonly searchedTo?: CursorKey | undefined;
}

/** A list's response: the page's items, and the next cursor if there is one. */
export function pageAnswer<Row, Item>(
  list: string,
  page: Page<Row>,
  keyOf: (row: Row) => CursorKey,
  show: (row: Row) => Item,
) {
  const shown = page.rows.slice(0, page.limit);
  const last = shown.at(-1);
  const more = page.rows.length > page.limit && last !== undefined;
  const end = page.searchedTo ?? (more ? keyOf(last) : undefined);
  return {
    items: shown.map(show),
    total: Math.min(page.counted, TOTAL_CAP),
    total_is_capped: page.counted > TOTAL_CAP || page.isUncounted === true,
    limit: page.limit,
    next_cursor: end === undefined ? null : cursorFrom(list, end),
  };
}
