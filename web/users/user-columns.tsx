import type { User } from '../../client/wire-types.ts';
import type { Column } from '../components/data-table.tsx';
import { Icon } from '../components/icons.tsx';
import { PersonAvatar } from '../components/person-avatar.tsx';
import { RoleName, StatusPill } from '../components/role-words.tsx';
import { fully, recentDay } from '../components/times.ts';
import type { Language } from '../i18n/language.ts';
import type { Say } from '../i18n/texts.ts';
import { nameOf } from '../people/people-queries.ts';

/** Next to the tenant, the role does not fit on a laptop; alone it does, and two-line rows show more people. */
const roleUntil = (everyTenant: boolean) => (everyTenant ? 'laptop' : 'tablet');

/** The columns of the list. On small screens, role and tenant are shown under the name. */
export const userColumns = (say: Say, language: Language, everyTenant: boolean): readonly Column<User>[] => [
  {
    key: 'person',
    head: say('users.column.person'),
    grows: true,
    show: (user) => <PersonCell user={user} everyTenant={everyTenant} />,
  },
  {
    key: 'role',
    head: say('users.column.role'),
    wideOnly: roleUntil(everyTenant),
    show: ({ role }) => (
      <span className="firm-word">
        <RoleName role={role} />
      </span>
    ),
  },
  { key: 'status', head: say('users.column.status'), show: ({ status }) => <StatusPill status={status} /> },
  ...(everyTenant
    ? [
        {
          key: 'tenant',
          head: say('users.column.tenant'),
          wideOnly: 'laptop' as const,
          show: ({ tenant_name }: User) => (
            <span className="cut tenant-word" dir="auto" title={tenant_name}>
              {tenant_name}
            </span>
          ),
        },
      ]
    : []),
  {
    key: 'twoFactor',
    head: say('users.column.twoFactor'),
    wideOnly: true,
    show: ({ two_factor_enabled }) =>
      two_factor_enabled ? (
        <span className="icon-word">
          <Icon name="done" size={16} /> {say('users.twoFactor.on')}
        </span>
      ) : (
        <span className="faint" title={say('users.twoFactor.off')}>
          <span aria-hidden="true">–</span>
          <span className="hidden">{say('users.twoFactor.off')}</span>
        </span>
      ),
  },
  {
    key: 'lastSignIn',
    head: say('users.column.lastSignIn'),
    wideOnly: true,
    show: ({ last_login_at: at }) =>
      at === null ? (
        <span className="faint">{say('users.never')}</span>
      ) : (
        <span className="firm-word" title={fully(at, language)}>
          {recentDay(at, say, language)}
        </span>
      ),
  },
];

function PersonCell({ user, everyTenant }: { user: User; everyTenant: boolean }) {
  return (
    <div className="person-cell">
      <PersonAvatar person={user} size={36} />
      <div className="person-words">
        <strong className="cut" dir="auto">
          {nameOf(user)}
        </strong>
        <span className="cut hint-line">{user.email}</span>
        <span className="cut hint-line narrow-only" data-until={roleUntil(everyTenant)}>
          <RoleName role={user.role} />
          {everyTenant && ` · ${user.tenant_name}`}
        </span>
      </div>
    </div>
  );
}
