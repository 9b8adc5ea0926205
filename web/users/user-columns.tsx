import type { User } from '../../client/wire-types.ts';
import { Icon } from '../components/frame/icons.tsx';
import { recentDay } from '../components/frame/times.ts';
import { addressOf } from '../components/person/erased-person.ts';
import { PersonAvatar } from '../components/person/person-avatar.tsx';
import { RoleName, StatusPill, StatusWord } from '../components/person/role-words.tsx';
import type { Column } from '../components/table/data-table.tsx';
import { AddressLine, CutText, DenseName, When } from '../components/table/table-cells.tsx';
import type { TableOptions } from '../components/table/table-layout.ts';
import type { Language } from '../i18n/language.ts';
import type { Say } from '../i18n/texts.ts';
import { nameOf } from '../people/people-queries.ts';
import { surnameFirst } from './people-sheet.tsx';

export const PEOPLE_TABLE: TableOptions = {
  name: 'people',
  roomyUpTo: 100,
  roomy: ['role', 'status', 'tenant', 'twoFactor', 'lastSignIn', 'created'],
  dense: ['email', 'telefon', 'tenant', 'role', 'status', 'lastSignIn'],
};

/** Next to the tenant, the role does not fit on a laptop; alone it does, and two-line rows show more people. */
const roleUntil = (everyTenant: boolean) => (everyTenant ? 'laptop' : 'tablet');

interface UserColumnsProps {
  readonly say: Say;
  readonly language: Language;
  readonly everyTenant: boolean;
  readonly dense: boolean;
}

/** On small screens, role and tenant are shown under the name. */
export const userColumns = ({ say, language, everyTenant, dense }: UserColumnsProps): readonly Column<User>[] => [
  {
    key: 'person',
    always: true,
    head: say('column.person'),
    grows: true,
    sort: { up: 'name', down: '-name' },
    file: ['surname', 'name', ...(dense ? [] : ['email'])],
    show: (user) =>
      dense ? <DenseName words={surnameFirst(user)} /> : <PersonCell user={user} everyTenant={everyTenant} />,
  },
  {
    key: 'email',
    head: say('column.email'),
    width: 212,
    wideOnly: 'tablet',
    show: ({ email }) => <CutText text={email} />,
  },
  {
    key: 'telefon',
    head: say('users.column.telefon'),
    width: 150,
    wideOnly: true,
    show: ({ telefon }) => <span className="firm-word">{telefon}</span>,
  },
  {
    key: 'role',
    head: say('column.role'),
    width: dense ? 150 : 156,
    wideOnly: roleUntil(everyTenant),
    show: ({ role }) => (
      <span className="firm-word role-word">
        <RoleName role={role} />
      </span>
    ),
  },
  {
    key: 'status',
    head: say('column.status'),
    width: dense ? 156 : 168,
    wideOnly: !dense,
    show: ({ status, invitation }) => <StatusWord status={status} invitation={invitation} />,
  },
  ...(everyTenant
    ? [
        {
          key: 'tenant',
          head: say('column.tenant'),
          width: dense ? 152 : 168,
          wideOnly: 'laptop' as const,
          show: (user: User) => <TenantCell user={user} say={say} dense={dense} />,
        },
      ]
    : []),
  {
    key: 'twoFactor',
    head: say('column.twoFactor'),
    width: 116,
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
    head: say('column.lastSignIn'),
    width: dense ? 116 : 140,
    wideOnly: true,
    sort: { up: 'last_login', down: '-last_login', first: 'down' },
    show: ({ last_login_at: at }) =>
      at === null ? (
        <span className="faint">{say('users.never')}</span>
      ) : (
        <When at={at} words={recentDay(at, say, language)} language={language} dayOnPaper />
      ),
  },
  {
    key: 'created',
    head: say('column.added'),
    width: 116,
    wideOnly: 'laptop',
    sort: { up: 'created', down: '-created', first: 'down' },
    show: ({ created_at: at }) => <When at={at} words={recentDay(at, say, language)} language={language} dayOnPaper />,
  },
];

/** The tenants within reach that a row names: first that of the role and status shown. */
const tenantsOf = ({ tenant_id, tenant_name, memberships = [] }: User): string[] => [
  tenant_name,
  ...memberships.filter((one) => one.tenant_id !== tenant_id).map((one) => one.tenant_name),
];

function TenantCell({ user, say, dense }: { user: User; say: Say; dense: boolean }) {
  const [own = '', ...others] = tenantsOf(user);
  const also = others.length > 0 && say('users.alsoIn', { tenants: others.join(', ') });
  const title = [own, also].filter(Boolean).join(', ');
  return (
    <span className="person-words" title={title}>
      <span className="cut tenant-word" dir="auto">
        {dense ? title : own}
      </span>
      {also && !dense && (
        <span className="cut hint-line" dir="auto">
          {also}
        </span>
      )}
    </span>
  );
}

function PersonCell({ user, everyTenant }: { user: User; everyTenant: boolean }) {
  return (
    <div className="person-cell">
      <PersonAvatar person={user} size={36} />
      <div className="person-words">
        <strong className="cut" dir="auto" data-on-paper={surnameFirst(user)}>
          {nameOf(user)}
        </strong>
        <AddressLine email={addressOf(user)} />
        <span className="cut hint-line narrow-only" data-until={roleUntil(everyTenant)}>
          {user.status !== 'active' && (
            <span className="phone-pill">
              <StatusPill status={user.status} invitation={user.invitation} />{' '}
            </span>
          )}
          <RoleName role={user.role} />
          {everyTenant && ` · ${tenantsOf(user).join(', ')}`}
        </span>
      </div>
    </div>
  );
}
