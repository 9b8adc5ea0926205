import '@mantine/core/styles/Skeleton.css';
import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { User } from '../../client/wire-types.ts';
import { reachesSeveral } from '../auth/rights.ts';
import { PersonAvatar } from '../components/person/person-avatar.tsx';
import { RoleName, StatusPill } from '../components/person/role-words.tsx';
import { useTexts } from '../i18n/texts.ts';
import { nameOf } from '../people/people-queries.ts';
import { useAddressState } from '../routing/address-state.ts';
import type { CardsFilter } from './cards-filter.ts';
import { ContactLinks } from './contact-links.tsx';

export interface CardListProps {
  readonly filter: CardsFilter;
  readonly openId: number | undefined;
  readonly onShow: (id: number) => void;
}

interface PersonCardsProps extends Omit<CardListProps, 'filter'> {
  readonly people: readonly User[];
  readonly label: string;
  readonly empty?: ReactNode;
}

export function PersonCards({ people, label, openId, onShow, empty }: PersonCardsProps) {
  const everyTenant = reachesSeveral();
  if (people.length === 0) return <div className="empty">{empty}</div>;
  return (
    <ul className="person-cards" aria-label={label}>
      {people.map((person) => (
        <PersonCard
          key={person.id}
          person={person}
          everyTenant={everyTenant}
          open={person.id === openId}
          onShow={onShow}
        />
      ))}
    </ul>
  );
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

export const PeopleSkeleton = () => (
  <div className="person-cards" aria-hidden="true">
    {SKELETON_ROWS.map((name) => (
      <Skeleton key={name} height={74} radius="md" />
    ))}
  </div>
);

interface PersonCardProps {
  readonly person: User;
  readonly everyTenant: boolean;
  readonly open: boolean;
  readonly onShow: (id: number) => void;
}

/** The whole card opens the person; the call and write buttons lie above it. */
const PersonCard = ({ person, everyTenant, open, onShow }: PersonCardProps) => (
  <li className="person-card" data-person={person.id} data-open={open || undefined}>
    <PersonAvatar person={person} size={48} />
    <div className="person-words">
      <button type="button" className="person-opens" dir="auto" onClick={() => onShow(person.id)}>
        {nameOf(person)}
      </button>
      <span className="card-line">
        <span className="cut hint-line" dir="auto">
          <RoleName role={person.role} />
          {everyTenant && ` · ${person.tenant_name}`}
        </span>
        {person.status !== 'active' && <StatusPill status={person.status} invitation={person.invitation} />}
      </span>
    </div>
    <ContactLinks person={person} />
  </li>
);

/** Says what belongs here, and offers to clear the filters. */
export function Nobody() {
  const { say } = useTexts();
  const [state, change] = useAddressState();
  const isNarrowed = Boolean(state.q || state.role || state.tenant_id || state.from);
  if (!isNarrowed) return <p>{say('cards.empty')}</p>;
  return (
    <>
      <p>{say(state.from && !state.q ? 'cards.empty.from' : 'cards.empty.found')}</p>
      <Button
        variant="default"
        onClick={() => change({ q: undefined, role: undefined, tenant_id: undefined, from: undefined })}
      >
        {say('cards.empty.all')}
      </Button>
    </>
  );
}
