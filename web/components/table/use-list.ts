import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { List } from '../../../client/wire-types.ts';

/** A paged list. The previous rows stay until the new ones arrive, so that nothing flickers while typing. */
export function useList<Item, More extends object = object>(
  key: readonly unknown[],
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<List<Item> & More>,
  { enabled = true, refetchEvery }: { enabled?: boolean; refetchEvery?: number | false } = {},
) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refetchEvery ?? false,
    enabled,
  });
  const { data } = query;
  const pages = useMemo(() => data?.pages ?? [], [data]);
  const [first] = pages;
  const items = useMemo(() => pages.flatMap((page) => page.items), [pages]);
  return {
    items,
    pages,
    // A page of a search knows only of what it has found itself.
    total: Math.max(first?.total ?? 0, items.length),
    capped: (first?.total_is_capped ?? false) && query.hasNextPage,
    query,
  };
}
