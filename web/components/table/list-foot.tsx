import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import type { useList } from './use-list.ts';

interface ListFootProps {
  readonly list: Pick<ReturnType<typeof useList>, 'total' | 'capped' | 'query'>;
  /** Nothing follows the list, so scrolling may go on without end. */
  readonly last?: boolean;
}

/** The total, and a button for the next page, which comes by itself where the list is the last of its page. */
export function ListFoot({ list, last = false }: ListFootProps) {
  const { say } = useTexts();
  const { total, capped, query } = list;
  const foot = useNextAhead(query, last);
  if (total === 0) return null;
  return (
    <Group ref={foot} justify="space-between" mt="md" data-lands>
      <p className="hint" role="status">
        {say(capped ? 'list.capped' : 'list.total', { count: total })}
      </p>
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {say('list.more')}
        </Button>
      )}
    </Group>
  );
}

/** Less than the distance to the end of a first page, so that only those who scroll fetch more. */
const AHEAD_PX = 600;

/** So many pages come in a row without a scroll. Lines of thousands of rows, as the log has them, leave the foot in sight for ever. */
const MOST_UNSCROLLED = 3;

/**
 * Fetches the next page when the returned element is nearly in sight: a list of ten thousand is read by scrolling. After a
 * failure only the reader tries again.
 */
function useNextAhead(query: ReturnType<typeof useList>['query'], enabled: boolean) {
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const unscrolled = useRef(0);
  const { data, fetchNextPage, hasNextPage, isFetching, isError, isPlaceholderData } = query;
  const isFirstPage = data?.pages.length === 1;
  useEffect(() => {
    if (isFirstPage) unscrolled.current = 0; // another search begins anew
  }, [isFirstPage]);
  const isDue = enabled && hasNextPage && !isFetching && !isError && !isPlaceholderData;
  useEffect(() => {
    if (foot === null || !isDue) return;
    const observer = new IntersectionObserver(
      // Several arrive together where the page is busy.
      (entries) => {
        if (!entries.at(-1)?.isIntersecting || unscrolled.current >= MOST_UNSCROLLED) return;
        unscrolled.current += 1;
        void fetchNextPage();
      },
      { rootMargin: `0px 0px ${AHEAD_PX}px` },
    );
    const scrolled = () => {
      const waited = unscrolled.current >= MOST_UNSCROLLED;
      unscrolled.current = 0;
      if (!waited) return;
      observer.unobserve(foot);
      observer.observe(foot); // which tells anew whether it is in sight
    };
    observer.observe(foot);
    addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('scroll', scrolled);
    };
  }, [foot, isDue, fetchNextPage]);
  return setFoot;
}
