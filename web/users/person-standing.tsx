import { Button } from '@mantine/core';
import type { ManagedUser } from '../../client/wire-types.ts';
import { Icon } from '../components/frame/icons.tsx';
import { fully } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { personActs } from './person-acts.ts';
import { useActing } from './use-acting.ts';

/** What keeps the person from signing in, and the button that ends it. */
export function PersonStanding({ person }: { person: ManagedUser }) {
  const { say, language } = useTexts();
  const { act, busyWith } = useActing();
  const acts = personActs(person, say);
  const obstacle = obstacleOf(person);
  if (obstacle === undefined || !person.actions.includes(obstacle.act)) return null;
  const until = person.locked_until === null ? '' : fully(person.locked_until, language);
  return (
    <section
      className="standing notice"
      data-kind="warning"
      data-landing
      tabIndex={-1}
      aria-label={say('users.column.status')}
    >
      <Icon name="warning" />
      <p>{say(`users.standing.${obstacle.why}`, { until })}</p>
      <Button
        variant="default"
        className="firm"
        loading={busyWith === obstacle.act}
        onClick={() => act(acts[obstacle.act]())}
      >
        {say(`users.act.${obstacle.act}`)}
      </Button>
    </section>
  );
}

function obstacleOf({ status, locked_until }: ManagedUser) {
  if (status === 'deleted') return { why: 'deleted', act: 'restore' } as const;
  if (status === 'suspended') return { why: 'suspended', act: 'unsuspend' } as const;
  return locked_until === null ? undefined : ({ why: 'locked', act: 'unlock' } as const);
}
