import { type ExpressionBuilder, type OrderByItemBuilder, sql } from 'kysely';
import type { People } from '../../platform/database/people-among.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { CursorKey } from '../../platform/http/page-cursor.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import { isByLastLogin, NEVER, type PeopleSort } from './people-sort.ts';

export interface PeoplePage {
  readonly sort: PeopleSort;
  readonly after: CursorKey | undefined;
  /** By name only: the first page starts at this sort key. */
  readonly from?: string | undefined;
  readonly limit: number;
}

type Users = ExpressionBuilder<Schema, 'users'>;

export const isByName = ({ sort }: PeoplePage): boolean => sort.endsWith('name');

/** Keyset pagination: starts after the last row of the previous page, whatever was added since. */
export function begun(people: People, { sort, after, from }: PeoplePage): People {
  const operator = directionOf(sort) === 'desc' ? '<' : '>';
  if (after === undefined) return from === undefined ? people : people.where('users.sort_key', '>=', from);
  if (sort.endsWith('created')) return people.where('users.id', operator, Number(after[0]));
  if (isByLastLogin(sort)) return people.where((users) => users.or(partsByLastLogin(users, { sort, after })));
  return people.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('users.sort_key', 'users.id'), operator, tuple(String(after[0]), Number(after[1]))),
  );
}

export function inOrder(people: People, sort: PeopleSort, of: 'users' | 'found' = 'users'): People {
  const direction = directionOf(sort);
  if (sort.endsWith('created')) return people.orderBy(sql.ref(`${of}.id`), direction);
  const first = isByLastLogin(sort)
    ? people.orderBy(sql.ref(`${of}.last_login_at`), neverIsOldest(direction))
    : people.orderBy(sql.ref(`${of}.sort_key`), direction);
  return first.orderBy(sql.ref(`${of}.id`), direction);
}

const neverIsOldest = (direction: 'asc' | 'desc') => (order: OrderByItemBuilder) =>
  direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast();

export const directionOf = (sort: PeopleSort) => (sort.startsWith('-') ? 'desc' : 'asc');

/**
 * The remaining people who have never signed in, and all other remaining ones. Each part is one range of the index by last
 * sign-in; a single condition over both would not be.
 */
export function partsByLastLogin(users: Users, { sort, after }: Pick<PeoplePage, 'sort' | 'after'>) {
  const isFalling = directionOf(sort) === 'desc';
  const operator = isFalling ? '<' : '>';
  const never = users('users.last_login_at', 'is', null);
  const ever = users('users.last_login_at', 'is not', null);
  if (after === undefined) return isFalling ? [ever, never] : [never, ever];
  const [at, id] = [parseInstant(String(after[0])), Number(after[1])];
  if (at === NEVER) {
    const rest = users.and([never, users('users.id', operator, id)]);
    return isFalling ? [rest] : [rest, ever];
  }
  const rest = users(users.refTuple('users.last_login_at', 'users.id'), operator, users.tuple(at, id));
  return isFalling ? [rest, never] : [rest];
}
