import type { User } from '../../client/wire-types.ts';
import { PersonAvatar } from '../components/person/person-avatar.tsx';
import { RoleName, StatusWord } from '../components/person/role-words.tsx';
import type { Column } from '../components/table/data-table.tsx';
import type { Say } from '../i18n/texts.ts';
import { nameOf } from '../people/people-queries.ts';
import { ContactLinks, MailLink, PhoneLink } from './contact-links.tsx';

/** Contact details. The role is shown under the name; on small screens, two buttons replace number and address. */
export const directoryColumns = (say: Say, everyTenant: boolean, tight: boolean): readonly Column<User>[] => [
  {
    key: 'person',
    head: say('directory.column.person'),
    grows: true,
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
    key: 'status',
    width: 168,
    head: say('directory.column.status'),
    wideOnly: true,
    show: ({ status, invitation }) => <StatusWord status={status} invitation={invitation} />,
  },
  {
    key: 'phone',
    width: 176,
    head: say('directory.column.phone'),
    wideOnly: 'tablet',
    show: (person) => <PhoneLink person={person} />,
  },
  {
    key: 'mail',
    width: 320,
    head: say('directory.column.mail'),
    wideOnly: 'tablet',
    show: (person) => <MailLink person={person} />,
  },
  ...(tight
    ? [
        {
          key: 'reach',
          width: 128,
          screenOnly: true,
          head: say('directory.column.reach'),
          show: (person: User) => <ContactLinks person={person} />,
        },
      ]
    : []),
];
