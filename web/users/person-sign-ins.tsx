import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Item } from '../../client/route-types.ts';
import type { ManagedUser } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { fully, recently } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { personPartKey, personQuery } from '../people/people-queries.ts';
import { personActs } from '../people/person-acts.ts';
import { useActing } from '../people/use-acting.ts';
import { PersonSkeleton } from './person-skeleton.tsx';

interface PersonSignInsProps {
  readonly person: ManagedUser;
}

/** The person's sessions, and a button to end them all. */
export function PersonSignIns({ person }: PersonSignInsProps) {
  const { say } = useTexts();
  const { act, busyWith } = useActing();
  // The drawer asks for the person first: viewing them is recorded, and the sessions are part of that viewing.
  const { isSuccess: isOpen } = useQuery({ ...personQuery(person.id), enabled: false });
  const { data: signIns, error } = useQuery({
    queryKey: personPartKey(person.id, 'sign-ins'),
    queryFn: async () => (await service.call('GET /api/admin/users/{id}/sessions', person.id, { limit: 200 })).items,
    refetchOnWindowFocus: false,
    enabled: isOpen,
  });
  if (error) return <ProblemNotice error={error} />;
  if (signIns === undefined) return <PersonSkeleton />;
  if (signIns.length === 0)
    return (
      <div className="empty">
        <p role="status">{say('users.signIns.none')}</p>
      </div>
    );
  return (
    <>
      <ul className="part-list">
        {signIns.map((signIn) => (
          <SignInLine key={signIn.id} signIn={signIn} />
        ))}
      </ul>
      {person.actions.includes('end_sessions') && (
        <Group justify="flex-end" mt="md">
          <Button
            variant="default"
            loading={busyWith === 'sessions'}
            onClick={() => act(personActs(person, say).endSessions())}
          >
            {say('users.act.sessions')}
          </Button>
        </Group>
      )}
    </>
  );
}

function SignInLine({ signIn }: { signIn: Item<'GET /api/admin/users/{id}/sessions'> }) {
  const { say, language } = useTexts();
  const { browser, os, device, ip, started_at, last_active_at } = signIn;
  return (
    <li className="part-line">
      <Icon name={device === 'mobile' || device === 'tablet' ? 'mobile' : 'desktop'} size={24} />
      <div>
        <strong>{[browser, os].filter(Boolean).join(' · ') || say('users.signIns.unknown')}</strong>
        <p className="hint">
          <span title={fully(last_active_at, language)}>
            {say('users.signIns.active', { when: recently(last_active_at, say, language) })}
          </span>
          {' · '}
          {ip}
        </p>
        <p className="hint">{say('users.signIns.since', { when: fully(started_at, language) })}</p>
      </div>
    </li>
  );
}
