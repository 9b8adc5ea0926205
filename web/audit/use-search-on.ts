import { useEffect } from 'react';
import type { Answer } from '../../client/route-types.ts';
import type { AuditItem } from '../../client/wire-types.ts';
import type { useList } from '../components/table/use-list.ts';

/** This many short pages in a row are fetched automatically: some seconds of searching. */
const UNASKED = 60;

export interface SearchOn {
  /** How far back it came; undefined while a page was full, or when all was seen. */
  readonly searchedTo: string | undefined;
  readonly isGoingOn: boolean;
  readonly goOn: () => void;
}

type AuditPages = Pick<ReturnType<typeof useList<AuditItem, Answer<'GET /api/admin/audit'>>>, 'pages' | 'query'>;

/** A search of a long log comes page by page, and most of them may be empty: goes on until there is something to show. */
export function useSearchOn({ pages, query }: AuditPages, wanted: number): SearchOn {
  const full = pages.findLastIndex(({ searched_to }) => searched_to === null);
  const short = pages.slice(full + 1);
  const found = short.reduce((sum, { items }) => sum + items.length, 0);
  const searchedTo = short.at(-1)?.searched_to ?? undefined;
  const isUnasked = short.length % UNASKED !== 0 && found < wanted && !query.isError && !query.isPlaceholderData;
  const isDue = searchedTo !== undefined && query.hasNextPage && !query.isFetching && isUnasked;
  const { fetchNextPage } = query;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
  return { searchedTo, isGoingOn: isDue || query.isFetchingNextPage, goOn: () => void fetchNextPage() };
}
