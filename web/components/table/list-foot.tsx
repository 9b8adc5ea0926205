import { Button, Group } from '@mantine/core';
import { useTexts } from '../../i18n/texts.ts';
import type { useList } from './use-list.ts';
import { useNextAhead } from './use-next-ahead.ts';

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
