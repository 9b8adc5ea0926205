import { Button, Group } from '@mantine/core';
import { useTexts } from '../i18n/texts.ts';
import type { useList } from './use-list.ts';

/** The total, and a button for the next page. */
export function ListFoot({ list }: { list: Pick<ReturnType<typeof useList>, 'total' | 'capped' | 'query'> }) {
  const { say } = useTexts();
  const { total, capped, query } = list;
  if (total === 0) return null;
  return (
    <Group justify="space-between" mt="md" data-lands>
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
