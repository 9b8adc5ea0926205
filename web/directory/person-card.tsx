import type { User } from '../../client/wire-types.ts';
import { PersonAvatar } from '../components/person/person-avatar.tsx';
import { RoleName, StatusPill } from '../components/person/role-words.tsx';
import { nameOf } from '../people/people-queries.ts';
import { ContactLinks } from './contact-links.tsx';

interface PersonCardProps {
  readonly person: User;
  readonly everyTenant: boolean;
  readonly open: boolean;
  readonly onShow: (id: number) => void;
}

/** The whole card opens the person; the call and write buttons lie above it. */
export const PersonCard = ({ person, everyTenant, open, onShow }: PersonCardProps) => (
  <li className="person-card" data-open={open || undefined}>
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
