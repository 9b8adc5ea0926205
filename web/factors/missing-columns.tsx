import type { MissingFactor } from '../../client/wire-types.ts';
import { fully, onDay, recentDay } from '../components/frame/times.ts';
import { PersonAvatar } from '../components/person/person-avatar.tsx';
import { RoleName } from '../components/person/role-words.tsx';
import type { Column } from '../components/table/data-table.tsx';
import type { Language } from '../i18n/language.ts';
import type { Say } from '../i18n/texts.ts';

/** The columns of the people without a second factor. On phones everything is below the name. */
export const missingColumns = ({
  say,
  language,
}: {
  say: Say;
  language: Language;
}): readonly Column<MissingFactor>[] => [
  {
    key: 'person',
    head: say('column.person'),
    grows: true,
    show: (person) => (
      <div className="person-cell">
        <PersonAvatar person={person} />
        <div className="person-words">
          <strong className="cut" dir="auto">
            {person.full_name}
          </strong>
          <span className="cut hint-line">{person.email}</span>
          <span className="cut hint-line narrow-only" data-until="tablet">
            {say(`role.${person.role}`)} · {dueWords(person, say, language)}
          </span>
        </div>
      </div>
    ),
  },
  {
    key: 'role',
    head: say('column.role'),
    width: 150,
    wideOnly: 'tablet',
    show: ({ role }) => <RoleName role={role} />,
  },
  {
    key: 'tenant',
    head: say('column.tenant'),
    width: 220,
    wideOnly: 'laptop',
    show: ({ tenant_name }) => (
      <span className="cut" dir="auto">
        {tenant_name}
      </span>
    ),
  },
  {
    key: 'due',
    head: say('column.due'),
    width: 160,
    wideOnly: 'tablet',
    show: (person) => dueWords(person, say, language),
  },
  {
    key: 'reminded',
    head: say('column.reminder'),
    width: 150,
    wideOnly: 'tablet',
    show: ({ reminded_at }) =>
      reminded_at === null ? (
        <span className="faint" aria-hidden="true">
          –
        </span>
      ) : (
        <time dateTime={reminded_at} title={fully(reminded_at, language)}>
          {recentDay(reminded_at, say, language)}
        </time>
      ),
  },
];

/** If it is already due, they are asked at their next sign-in. */
const dueWords = ({ due_at }: MissingFactor, say: Say, language: Language): string =>
  due_at === null || Date.parse(due_at) <= Date.now()
    ? say('factors.dueNow')
    : say('factors.dueBy', { when: onDay(due_at, language) });
