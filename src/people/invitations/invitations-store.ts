import { sql } from 'kysely';
import { type ActionToken, isOpen } from '../../accounts/action-tokens/action-token.ts';
import type { MatchingPeople } from '../../accounts/people-search/matching-people.ts';
import { type ListScope, rowIn } from '../../accounts/users/tenant-people-store.ts';
import type { UserStatus } from '../../accounts/users/user.ts';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db } from '../../platform/database/database.ts';
import {
  type Age,
  directionOf,
  type NewestSearched,
  passing,
  searchNewest,
  within,
} from '../../platform/database/search-newest.ts';
import type { CursorKey } from '../../platform/http/page-cursor.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';

/** An invitation with the invited user and the inviter. */
export type InvitationRow = ActionToken & {
  readonly email: string;
  readonly full_name: string;
  readonly tenant_id: TenantId;
  readonly role: Role;
  readonly user_status: UserStatus;
  readonly invited_by: string | null;
  /** The sort key of the invited user. */
  readonly sort_key: string;
};

interface InvitationFilter extends ListScope {
  readonly state: 'pending' | 'used' | 'expired' | 'replaced' | 'cancelled';
  /** Only invitations of these people. */
  readonly people: MatchingPeople | undefined;
  readonly at: Instant;
}

interface InvitationPage {
  readonly first: Age;
  /** Only ids after this one, in the order of the list. */
  readonly after: number | undefined;
  readonly limit: number;
}

/** Lists with one extra row. If many people match, only a limited number of invitations is scanned per page. */
export function searchInvitations(
  db: Db,
  { people, ...filter }: InvitationFilter & { people: MatchingPeople },
  page: InvitationPage,
): Promise<NewestSearched<InvitationRow>> {
  const all = { ...filter, people: undefined };
  const { first, after, limit } = page;
  const direction = directionOf(first);
  const listed = beyond(invitations(db, all), page).select('action_tokens.id').orderBy('action_tokens.id', direction);
  return searchNewest(db, { listed, limit, isFirst: after === undefined, first }, (edge) =>
    inFull(beyond(invitations(db, all), page), limit)
      .where('action_tokens.id', within(first), edge)
      .where(people.isOne('action_tokens.user_id'))
      .orderBy('action_tokens.id', direction)
      .execute(),
  );
}

/** With one extra row. */
export const listInvitations = (db: Db, filter: InvitationFilter, page: InvitationPage): Promise<InvitationRow[]> =>
  // The unary plus keeps both engines from scanning in order of ids, past everybody else's invitations.
  inFull(beyond(invitations(db, filter), page), page.limit)
    .orderBy(
      filter.people === undefined ? sql.ref('action_tokens.id') : sql`+action_tokens.id`,
      directionOf(page.first),
    )
    .execute();

/** The orders of lists besides time of sending. */
export type InvitationOrder = 'name' | 'expires';

interface OrderedPage {
  readonly by: InvitationOrder;
  readonly isFalling: boolean;
  /** Whether there are so many that scanning people by name soon fills a page. */
  readonly isMany: boolean;
  /** The last value and id of the previous page. */
  readonly after: CursorKey | undefined;
  readonly limit: number;
}

const ORDERED_BY = {
  /** Exactly as in the index `users__of_invitations_by_name`. */
  name: sql<string>`(users.sort_key || '')`,
  expires: sql<string>`action_tokens.expires_at`,
};

/** With one extra row. */
export function listInvitationsBy(
  db: Db,
  filter: InvitationFilter,
  { by, isFalling, isMany, after, limit }: OrderedPage,
): Promise<InvitationRow[]> {
  const value = ORDERED_BY[by];
  const all = sought(invitations(db, filter, { byName: by === 'name' && isMany }), filter);
  const passed = isFalling ? sql`<` : sql`>`;
  const next =
    after === undefined
      ? all
      : all.where(sql<boolean>`(${value}, action_tokens.id) ${passed} (${after[0]}, ${Number(after[1])})`);
  const direction = isFalling ? 'desc' : 'asc';
  // Only ids and sort values are sorted; the other columns are read for one page.
  const page = next
    .select('action_tokens.id')
    .orderBy(value, direction)
    .orderBy('action_tokens.id', direction)
    .limit(limit + 1);
  const whole = withPeople(db, filter).where('action_tokens.id', 'in', page);
  return inFull(whole, limit).orderBy(value, direction).orderBy('action_tokens.id', direction).execute();
}

/** Restricts invitations to the people: by their ids, or if there are many, by checking each invitation. */
const sought = (found: ReturnType<typeof invitations>, { people }: InvitationFilter) =>
  people === undefined || people.ids !== undefined ? found : found.where(people.isOne('action_tokens.user_id'));

const beyond = (found: ReturnType<typeof invitations>, { first, after }: InvitationPage) =>
  after === undefined ? found : found.where('action_tokens.id', passing(first), after);

const inFull = (found: ReturnType<typeof invitations>, limit: number) =>
  found
    .leftJoin('users as inviters', 'inviters.id', 'action_tokens.created_by')
    .selectAll('action_tokens')
    .select([
      'users.email',
      'users.full_name',
      'listed.member_of as tenant_id',
      'listed.role',
      'listed.status as user_status',
    ])
    .select('users.sort_key')
    .select('inviters.full_name as invited_by')
    .limit(limit + 1);

export async function countInvitations(db: Db, filter: InvitationFilter, most: number): Promise<number> {
  return countUpTo(db, sought(invitations(db, filter), filter).select('action_tokens.id'), most);
}

const withPeople = (db: Db, scope: ListScope) =>
  db
    .selectFrom('action_tokens')
    .innerJoin('users', 'users.id', 'action_tokens.user_id')
    .innerJoin('tenant_people as listed', (join) => join.on(rowIn(scope, 'action_tokens.user_id')));

function invitations(db: Db, { state, people, at, ...scope }: InvitationFilter, { byName = false } = {}) {
  const all = db
    .selectFrom('action_tokens')
    // The unary plus makes SQLite scan people by name with their invitations, instead of looking up each invitation's person.
    .innerJoin('users', (join) => join.on('action_tokens.user_id', '=', byName ? sql`+users.id` : sql.ref('users.id')))
    // The same keeps SQLite from starting with a whole tenant, while the people are few.
    .innerJoin('tenant_people as listed', (join) =>
      join.on(rowIn(scope, 'action_tokens.user_id', people === undefined ? 'by key' : 'by person')),
    )
    .where('action_tokens.kind', '=', 'invite');
  const here = people?.ids === undefined ? all : all.where('action_tokens.user_id', 'in', people.ids);
  if (state === 'used' || state === 'replaced' || state === 'cancelled')
    return here.where(`action_tokens.${state}_at`, 'is not', null);
  return here.where(isOpen).where('action_tokens.expires_at', state === 'pending' ? '>' : '<=', at);
}
