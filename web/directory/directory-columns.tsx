import type { User } from '../../client/wire-types.ts';
import type { Column } from '../parts/data-table.tsx';
import { PersonAvatar } from '../parts/person-avatar.tsx';
import { RoleName, StatusPill } from '../parts/role-words.tsx';
import type { Say } from '../texts/texts.ts';
import { nameOf } from '../users/people-queries.ts';
import { ContactLinks, MailLink, PhoneLink } from './contact-links.tsx';

/** How to reach each. On a phone the role stands under the name, and two buttons stand for the rest. */
export const directoryColumns = (say: Say, everyTenant: boolean, onPhone: boolean): readonly Column<User>[] => [
  {
    ...{ key: 'person', head: say('directory.column.person'), grows: true },
    show: (person) => (
      <div className="person-cell">
        <PersonAvatar person={person} size={36} />
        <div className="person-words">
          <strong className="cut" dir="auto">
            {nameOf(person)}
          </strong>
          <span className="cut hint-line" dir="auto">
            <RoleName role={person.role} />
            {everyTenant && ` · ${person.tenant_name}`}
          </span>
        </div>
      </div>
    ),
  },
  {
    ...{ key: 'status', head: say('directory.column.status'), wideOnly: true },
    show: ({ status }) => <StatusPill status={status} />,
  },
  {
    ...{ key: 'phone', head: say('directory.column.phone'), wideOnly: true },
    show: (person) => <PhoneLink person={person} />,
  },
  {
    ...{ key: 'mail', head: say('directory.column.mail'), wideOnly: true },
    show: (person) => <MailLink person={person} />,
  },
  ...(onPhone
    ? [
        {
          ...{ key: 'reach', head: say('directory.column.reach') },
          show: (person: User) => <ContactLinks person={person} />,
        },
      ]
    : []),
];
