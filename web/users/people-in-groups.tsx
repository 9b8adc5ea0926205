import { useQuery } from '@tanstack/react-query';
import { ROLES } from '../../client/wire-limits.ts';
import type { Role, User } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { ListFoot } from '../components/table/list-foot.tsx';
import { useList } from '../components/table/use-list.ts';
import { amount } from '../i18n/amounts.ts';
import { useTexts } from '../i18n/texts.ts';
import { tenantsQuery, USERS_KEY } from '../people/people-queries.ts';
import { pageQuery, type Whom } from './cards-filter.ts';
import { type CardListProps, Nobody, PeopleSkeleton, PersonCards } from './person-cards.tsx';

const PAGE = 12;
/** Each group is a list of its own, so their number is limited to what people read. */
const MOST_TENANTS = 20;

/** Empty groups are left out; if all are, the page must say so. */
export function PeopleInGroups(shown: CardListProps) {
  const { say } = useTexts();
  const { q, role, tenant, group } = shown.filter;
  const anybody = useList<User>([USERS_KEY, 'cards-anybody', { q, role, tenant }], (cursor, signal) =>
    service.call('GET /api/admin/users', pageQuery({ q, role, tenant }, '', cursor, 1), signal),
  );
  if (anybody.query.isSuccess && anybody.total === 0)
    return <PersonCards {...shown} people={[]} label={say('cards.title')} empty={<Nobody />} />;
  return group === 'role' ? <PeopleByRole {...shown} /> : <PeopleByTenant {...shown} />;
}

function PeopleByRole(shown: CardListProps) {
  const { say } = useTexts();
  const roles: readonly Role[] = shown.filter.role ? [shown.filter.role] : ROLES;
  return roles.map((role) => (
    <Group key={role} {...shown} title={say(`cards.role.${role}`)} whom={{ ...shown.filter, role }} />
  ));
}

function PeopleByTenant(shown: CardListProps) {
  const { say } = useTexts();
  const { data: tenants } = useQuery(tenantsQuery);
  if (!tenants) return <PeopleSkeleton />;
  const { tenant } = shown.filter;
  const wanted = tenant === '' ? tenants : tenants.filter(({ id }) => String(id) === tenant);
  return (
    <>
      {wanted.slice(0, MOST_TENANTS).map(({ id, name }) => (
        <Group key={id} {...shown} title={name} whom={{ ...shown.filter, tenant: String(id) }} />
      ))}
      {wanted.length > MOST_TENANTS && (
        <p className="hint">{say('cards.tenants.more', { count: wanted.length - MOST_TENANTS })}</p>
      )}
    </>
  );
}

function Group({ title, whom, ...shown }: CardListProps & { title: string; whom: Whom }) {
  const { language } = useTexts();
  const { q, role, tenant } = whom;
  const list = useList<User>([USERS_KEY, 'cards-group', { q, role, tenant }], (cursor, signal) =>
    service.call('GET /api/admin/users', pageQuery({ q, role, tenant }, '', cursor, PAGE), signal),
  );
  const { items, total, capped, query } = list;
  if (query.isError && items.length === 0) return <ProblemNotice error={query.error} />;
  if (!query.isPending && items.length === 0) return null;
  return (
    <section className="cards-group" aria-label={title}>
      <h2 className="letter" dir="auto">
        {title}
        {!query.isPending && <span className="group-count">{`${amount(total, language)}${capped ? '+' : ''}`}</span>}
      </h2>
      {query.isPending ? <PeopleSkeleton /> : <PersonCards {...shown} people={items} label={title} />}
      {query.hasNextPage && <ListFoot list={list} />}
    </section>
  );
}
