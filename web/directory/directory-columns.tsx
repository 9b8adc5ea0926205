import type { User } from '../../client/wire-types.ts';
import type { Column } from '../parts/data-table.tsx';
import { PersonAvatar } from '../parts/person-avatar.tsx';
import { RoleName, StatusPill } from '../parts/role-words.tsx';
import type { Say } from '../texts/texts.ts';
import { nameOf } from '../users/people-queries.ts';
import { ContactLinks, MailLink, PhoneLink } from './contact-links.tsx';

/** How to reach each. The role stands under the name; where there is little room two buttons stand for number and address. */
export const directoryColumns = (say: Say, everyTenant: boolean, tight: boolean): readonly Column<User>[] => [
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
    ...({ key: 'phone', head: say('directory.column.phone'), wideOnly: 'tablet' } as const),
    show: (person) => <PhoneLink person={person} />,
  },
  {
    ...({ key: 'mail', head: say('directory.column.mail'), wideOnly: 'tablet' } as const),
    show: (person) => <MailLink person={person} />,
  },
  ...(tight
    ? [
        {
          ...{ key: 'reach', head: say('directory.column.reach') },
          show: (person: User) => <ContactLinks person={person} />,
        },
      ]
    : []),
];
