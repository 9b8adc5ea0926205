import { Button, Group } from '@mantine/core';
import { ButtonLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { type AddressState, PAGE_PATHS } from '../routing/pages.ts';
import { NO_FILTER } from './users-filters.ts';

interface NoUsersProps {
  readonly narrowed: boolean;
  /** Whether by words, not by filters alone. */
  readonly searched: boolean;
  readonly administers: boolean;
  readonly change: (state: AddressState) => void;
  readonly onCreate: () => void;
}

/** No matches, or no accounts yet: what belongs here, and the first step. */
export function NoUsers({ narrowed, searched, administers, change, onCreate }: NoUsersProps) {
  const { say } = useTexts();
  if (narrowed)
    return (
      <>
        <p role="status">{say(searched ? 'users.none.found' : 'users.none.filtered')}</p>
        <Button variant="default" onClick={() => change(NO_FILTER)}>
          {say('list.clear')}
        </Button>
      </>
    );
  return (
    <>
      <p role="status">{say('users.none.yet')}</p>
      {administers && (
        <Group gap="sm" justify="center">
          <Button onClick={onCreate}>{say('users.create')}</Button>
          <ButtonLink variant="default" to={PAGE_PATHS.imports}>
            {say('users.none.import')}
          </ButtonLink>
        </Group>
      )}
    </>
  );
}
