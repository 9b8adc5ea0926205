import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type AddressState, PAGE_PATHS } from '../page-paths.ts';
import { useTexts } from '../texts/texts.ts';
import { NO_FILTER } from './users-filters.ts';

interface NoUsersProps {
  readonly narrowed: boolean;
  readonly administers: boolean;
  readonly change: (state: AddressState) => void;
  readonly onCreate: () => void;
}

/** Nobody fits what is looked for, or nobody is here yet: what belongs here, and the first step. */
export function NoUsers({ narrowed, administers, change, onCreate }: NoUsersProps) {
  const { say } = useTexts();
  if (narrowed)
    return (
      <>
        <p role="status">{say('users.none.found')}</p>
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
          <Button variant="default" component={Link} to={PAGE_PATHS.imports}>
            {say('users.none.import')}
          </Button>
        </Group>
      )}
    </>
  );
}
