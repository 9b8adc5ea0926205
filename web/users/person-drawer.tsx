import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../client/api-error.ts';
import type { StoredUser } from '../../client/stored-session.ts';
import type { User } from '../../client/wire-types.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { SideDrawer } from '../components/drawer/side-drawer.tsx';
import { useRested } from '../components/drawer/use-rested.ts';
import { Icon } from '../components/frame/icons.tsx';
import { addressOf } from '../components/person/erased-person.ts';
import { PersonAvatar } from '../components/person/person-avatar.tsx';
import { RoleName, StatusPill } from '../components/person/role-words.tsx';
import { useTexts } from '../i18n/texts.ts';
import { nameOf, personQuery } from '../people/people-queries.ts';
import { rememberPerson } from '../people/recent-people.ts';
import { ContactLinks } from './contact-links.tsx';
import { PersonSkeleton } from './person-skeleton.tsx';
import { PersonTabs } from './person-tabs.tsx';

interface PersonDrawerProps {
  readonly id: number;
  readonly viewer: StoredUser;
  /** The list behind the drawer: its data shows at once, and leads to the next person. */
  readonly list: readonly User[];
  readonly onShow: (id: number) => void;
  readonly onClose: () => void;
}

/** All about a person, without leaving the list. */
export function PersonDrawer({ id, viewer, list, onShow, onClose }: PersonDrawerProps) {
  const { say } = useTexts();
  const rested = useRested(id);
  const place = list.findIndex((user) => user.id === id);
  const listed = list[place];
  const { data: person, error } = useQuery({
    ...personQuery(id),
    placeholderData: listed && { ...listed, locked_until: null },
    enabled: rested === id,
  });
  useMergedInto(error, onShow);
  useEffect(() => {
    if (person && rested === person.id) rememberPerson(person);
  }, [person, rested]);
  return (
    <SideDrawer
      className="person-drawer"
      label={person ? nameOf(person) : say('users.person')}
      onClose={onClose}
      head={
        <>
          {place >= 0 && (
            <>
              <Neighbour text={say('users.previous')} user={list[place - 1]} onShow={onShow} turned />
              <Neighbour text={say('users.next')} user={list[place + 1]} onShow={onShow} />
            </>
          )}
          <CloseButton size="lg" aria-label={say('app.close')} onClick={onClose} data-autofocus />
        </>
      }
    >
      {person && <PersonHead person={person} />}
      {error && !person && <ProblemNotice error={error} />}
      {person ? <PersonTabs key={id} person={person} viewer={viewer} /> : !error && <PersonSkeleton />}
    </SideDrawer>
  );
}

/** An old link, to an account that was merged, shows whose it is now. */
function useMergedInto(error: unknown, onShow: (id: number) => void): void {
  const into = error instanceof ApiError && error.code === 'users.merged' ? Number(error.members.merged_into) : 0;
  const show = useEffectEvent(onShow);
  useEffect(() => {
    if (into > 0) show(into);
  }, [into]);
}

function PersonHead({ person }: { person: User }) {
  return (
    <div className="person-head">
      <PersonAvatar person={person} size={56} />
      <div>
        <h2 dir="auto" title={nameOf(person)}>
          {nameOf(person)}
        </h2>
        <p className="hint">{addressOf(person)}</p>
        <p className="person-marks">
          <StatusPill status={person.status} invitation={person.invitation} />
          <span className="pill">
            <RoleName role={person.role} />
          </span>
          <span className="hint-line" dir="auto">
            {person.tenant_name}
          </span>
        </p>
        <ContactLinks person={person} words />
      </div>
    </div>
  );
}

interface NeighbourProps {
  readonly text: string;
  readonly user: User | undefined;
  readonly onShow: (id: number) => void;
  readonly turned?: boolean;
}

const Neighbour = ({ text, user, onShow, turned = false }: NeighbourProps) => (
  <Button
    variant="default"
    size="sm"
    className="neighbour"
    data-turned={turned || undefined}
    aria-label={text}
    title={text}
    disabled={user === undefined}
    onClick={() => user && onShow(user.id)}
  >
    <Icon name="menu" size={18} />
  </Button>
);
