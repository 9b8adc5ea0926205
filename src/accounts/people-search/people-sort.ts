import type { CursorKey } from '../../platform/http/page-cursor.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import type { User } from '../users/user.ts';

export const PEOPLE_SORTS = ['name', '-name', 'created', '-created', 'last_login', '-last_login'] as const;

/** By Croatian name order, by creation, or by last sign-in, where those without one are the oldest; `-` reverses. */
export type PeopleSort = (typeof PEOPLE_SORTS)[number];

export const isByLastLogin = (sort: PeopleSort): boolean => sort.endsWith('last_login');

/** Where a page ends, for the next one. */
export const peopleKey =
  (sort: PeopleSort) =>
  ({ sort_key, last_login_at, id }: Pick<User, 'sort_key' | 'last_login_at' | 'id'>): CursorKey => {
    if (sort.endsWith('name')) return [sort_key, id];
    return isByLastLogin(sort) ? [last_login_at ?? NEVER, id] : [id];
  };

export function shapeOfKey(sort: PeopleSort): readonly ('string' | 'number' | 'instant')[] {
  if (sort.endsWith('created')) return ['number'];
  return [isByLastLogin(sort) ? 'instant' : 'string', 'number'];
}

/** Stands in a cursor for people who have never signed in. */
export const NEVER = instantAt(0);
