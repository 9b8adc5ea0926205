import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MatchingPeople } from '../../accounts/people-search/matching-people.ts';
import { FACTOR_RULES_OF_LISTED, type FactorRulesOfUser } from '../../accounts/users/factor-rules-of-user-store.ts';
import {
  type ListScope,
  membersIn,
  type People,
  peopleIn,
  withAccounts,
} from '../../accounts/users/tenant-people-store.ts';
import type { User } from '../../accounts/users/user.ts';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db } from '../../platform/database/database.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';

/** A role that must have a second factor. */
export interface RequiredRole {
  readonly role: Role;
  /** Only in these tenants; `undefined`: in every tenant. */
  readonly tenantIds: readonly TenantId[] | undefined;
}

export interface MissingFilter extends ListScope {
  readonly asked: readonly RequiredRole[];
  /** A condition over `users`: has no second factor. */
  readonly lacking: RawBuilder<SqlBool>;
  readonly people?: MatchingPeople | undefined;
}

const COLUMNS = [
  'users.id',
  'listed.member_of as tenant_id',
  'users.email',
  'users.full_name',
  'users.sort_key',
  'users.avatar_url',
  'users.preferred_language',
  'listed.role',
  'users.created_at',
  'users.last_login_at',
  'tenants.name as tenant_name',
  'factor_reminders.reminded_at',
] as const;

export interface MissingRow
  extends FactorRulesOfUser,
    Pick<
      User,
      | 'id'
      | 'tenant_id'
      | 'email'
      | 'full_name'
      | 'sort_key'
      | 'avatar_url'
      | 'preferred_language'
      | 'role'
      | 'created_at'
      | 'last_login_at'
    > {
  readonly tenant_name: string;
  readonly reminded_at: Instant | null;
}

/** Active people in such a role who have no second factor, whether it is due now or later. */
function missingAmong(list: People, { lacking, people }: MissingFilter, { role, tenantIds }: RequiredRole) {
  const standing = list.where('listed.status', '=', 'active').where('listed.role', '=', role);
  let found = withAccounts(standing).where(lacking);
  if (tenantIds !== undefined) found = found.where('listed.member_of', 'in', valuesOf('bigint', tenantIds));
  if (people?.ids !== undefined) found = found.where('listed.user_id', 'in', people.ids);
  else if (people !== undefined) found = found.where(people.isOne('listed.user_id'));
  return found;
}

const missingIn = (db: Db, filter: MissingFilter, asked: RequiredRole) =>
  missingAmong(peopleIn(db, filter), filter, asked);

export interface MissingPage {
  readonly after: readonly [sortKey: string, id: UserId] | undefined;
  readonly most: number;
}

/** People of one role by name, in the order of the index by standing, which is read no further than the page. */
export function listMissingIn(
  db: Db,
  filter: MissingFilter,
  asked: RequiredRole,
  { after, most }: MissingPage,
): Promise<MissingRow[]> {
  const page = missingIn(db, filter, asked)
    .innerJoin('tenants', 'tenants.id', 'listed.member_of')
    .leftJoin('factor_reminders', 'factor_reminders.user_id', 'users.id')
    .select(COLUMNS)
    .select(FACTOR_RULES_OF_LISTED)
    .orderBy('listed.sort_key')
    .orderBy('listed.user_id')
    .limit(most);
  if (after === undefined) return page.execute();
  return page
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('listed.sort_key', 'listed.user_id'), '>', tuple(after[0], after[1])),
    )
    .execute();
}

export const countMissingIn = (db: Db, filter: MissingFilter, asked: RequiredRole, most: number): Promise<number> =>
  countUpTo(db, missingIn(db, filter, asked).select(sql.lit(1).as('one')), most);

export interface MissingOfTenant {
  readonly tenant_id: TenantId;
  readonly home: 1 | null;
  readonly count: number;
}

/** How many of one role there are in each tenant, and whether they sign in there. */
export const countMissingByTenant = (db: Db, filter: MissingFilter, asked: RequiredRole): Promise<MissingOfTenant[]> =>
  missingAmong(membersIn(db, filter), filter, asked)
    .select(['listed.member_of as tenant_id', 'listed.home', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['listed.member_of', 'listed.home'])
    .execute();
