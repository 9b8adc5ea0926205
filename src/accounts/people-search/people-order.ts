import { type ExpressionBuilder, type OrderByItemBuilder, sql } from 'kysely';
import type { CursorKey } from '../../platform/http/page-cursor.ts';
import { type Instant, parseInstant } from '../../platform/kernel/clock.ts';
import type { ListSchema, People } from '../users/tenant-people-store.ts';
import { isByLastLogin, NEVER, type PeopleSort } from './people-sort.ts';

export interface PeoplePage {
  readonly sort: PeopleSort;
  readonly after: CursorKey | undefined;
  /** By name only: the first page starts at this sort key. */
  readonly from?: string | undefined;
  readonly limit: number;
  /** The time, by which links of invitations are valid or not. */
  readonly at: Instant;
}

/** Where a page begins: after a row, named by its id and what it is sorted by, or by name at a sort key. */
export interface PageStart {
  readonly id?: number | undefined;
  /** The sort key, or the last sign-in: `undefined` for somebody who has never signed in. */
  readonly key?: string | undefined;
  readonly from?: string | undefined;
}

type Listed = ExpressionBuilder<ListSchema, 'listed'>;

export const isByName = (sort: PeopleSort): boolean => sort.endsWith('name');

export function startOf({ sort, after, from }: Pick<PeoplePage, 'sort' | 'after' | 'from'>): PageStart {
  if (after === undefined) return { from };
  if (sort.endsWith('created')) return { id: Number(after[0]) };
  const [key, id] = [String(after[0]), Number(after[1])];
  if (isByName(sort)) return { key, id };
  const at = parseInstant(key);
  return { key: at === NEVER ? undefined : at, id };
}

/** Keyset pagination: starts after the last row of the previous page, whatever was added since. */
export function begun(people: People, sort: PeopleSort, start: PageStart): People {
  const { id, key, from } = start;
  const operator = directionOf(sort) === 'desc' ? '<' : '>';
  if (id === undefined) return from === undefined ? people : people.where('listed.sort_key', '>=', from);
  if (sort.endsWith('created')) return people.where('listed.user_id', operator, id);
  if (isByLastLogin(sort)) return people.where((listed) => listed.or(partsByLastLogin(listed, sort, start)));
  return people.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('listed.sort_key', 'listed.user_id'), operator, tuple(key ?? '', id)),
  );
}

export function inOrder<Some extends People>(people: Some, sort: PeopleSort, of: 'listed' | 'found' = 'listed'): Some {
  return ordered(people, sort, of) as Some; // an order changes no type
}

function ordered(people: People, sort: PeopleSort, of: 'listed' | 'found'): People {
  const direction = directionOf(sort);
  const id = sql.ref(of === 'listed' ? 'listed.user_id' : 'found.id');
  if (sort.endsWith('created')) return people.orderBy(id, direction);
  const first = isByLastLogin(sort)
    ? people.orderBy(sql.ref(`${of}.last_login_at`), neverIsOldest(direction))
    : people.orderBy(sql.ref(`${of}.sort_key`), direction);
  return first.orderBy(id, direction);
}

const neverIsOldest = (direction: 'asc' | 'desc') => (order: OrderByItemBuilder) =>
  direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast();

export const directionOf = (sort: PeopleSort) => (sort.startsWith('-') ? 'desc' : 'asc');

/**
 * The remaining people who have never signed in, and all other remaining ones. Each part is one range of the index by last
 * sign-in; a single condition over both would not be.
 */
export function partsByLastLogin(listed: Listed, sort: PeopleSort, { id, key }: PageStart) {
  const isFalling = directionOf(sort) === 'desc';
  const operator = isFalling ? '<' : '>';
  const never = listed('listed.last_login_at', 'is', null);
  const ever = listed('listed.last_login_at', 'is not', null);
  if (id === undefined) return isFalling ? [ever, never] : [never, ever];
  if (key === undefined) {
    const rest = listed.and([never, listed('listed.user_id', operator, id)]);
    return isFalling ? [rest] : [rest, ever];
  }
  const rest = listed(
    listed.refTuple('listed.last_login_at', 'listed.user_id'),
    operator,
    listed.tuple(key as Instant, id), // `startOf` parsed it
  );
  return isFalling ? [rest, never] : [rest];
}
