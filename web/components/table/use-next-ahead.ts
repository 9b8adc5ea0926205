import { useEffect, useState } from 'react';
import type { useList } from './use-list.ts';

/** Less than the distance to the end of a first page, so that only those who scroll fetch more. */
const AHEAD_PX = 600;

/**
 * Fetches the next page when the returned element is nearly in sight: a list of ten thousand is read by scrolling. After a
 * failure only the reader tries again.
 */
export function useNextAhead(query: ReturnType<typeof useList>['query'], enabled: boolean) {
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const { fetchNextPage, hasNextPage, isFetching, isError, isPlaceholderData } = query;
  const isDue = enabled && hasNextPage && !isFetching && !isError && !isPlaceholderData;
  useEffect(() => {
    if (foot === null || !isDue) return;
    const observer = new IntersectionObserver(
      // Several arrive together where the page is busy.
      (entries) => {
        if (entries.at(-1)?.isIntersecting) void fetchNextPage();
      },
      { rootMargin: `0px 0px ${AHEAD_PX}px` },
    );
    observer.observe(foot);
    return () => observer.disconnect();
  }, [foot, isDue, fetchNextPage]);
  return setFoot;
}
