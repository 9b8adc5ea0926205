import { Button, Group } from '@mantine/core';
import { useTexts } from '../i18n/texts.ts';
import { toTheSecond } from './day-names.ts';
import type { SearchOn } from './use-search-on.ts';

/** How far a search has come, and a button to continue. */
export function AuditSearched({ search, oldestFirst }: { search: SearchOn; oldestFirst: boolean }) {
  const { say, language } = useTexts();
  const { searchedTo = '', isGoingOn, goOn } = search;
  return (
    <Group justify="space-between" mt="md" data-lands>
      <p className="hint" role="status">
        {say(oldestFirst ? 'audit.searchedOn' : 'audit.searched', { when: toTheSecond(searchedTo, language) })}
      </p>
      <Button variant="default" loading={isGoingOn} onClick={goOn}>
        {say('audit.searchOn')}
      </Button>
    </Group>
  );
}
