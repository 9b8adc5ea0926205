import type { Db } from '../database/database.ts';
import type { Page } from '../http/list-wire.ts';
import { type CursorKey, keyFromCursor } from '../http/page-cursor.ts';
import { invalidField } from '../http/request-refusal.ts';
import { croatianSortKey } from '../kernel/croatian-sort-key.ts';
import type { Role } from '../kernel/role.ts';
import { isOib } from '../users/oib.ts';
import type { Account, UserStatus } from '../users/user.ts';
import { searchWords } from '../users/user-words.ts';
import type { PeopleSort } from './people-sort.ts';
import * as store from './people-store.ts';

export interface PeopleWanted {
  /** Undefined: every tenant. Comes from the caller's scope. */
  readonly tenantId: number | undefined;
  readonly q: string;
  /** Whether a whole OIB may be looked up: not by those who see it masked. */
  readonly byOib: boolean;
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
  readonly sort: PeopleSort;
  readonly cursor: string | undefined;
  /** Letters that the first name of the list is at or after, in Croatian order; only with `sort` by name. */
  readonly from?: string | undefined;
  readonly limit: number;
}

/** One page of people. @throws InvalidRequest (422) for a cursor of another list or order */
export async function listPeople(
  db: Db,
  { q, byOib, sort, cursor, from, limit, ...filter }: PeopleWanted,
): Promise<Page<Account>> {
  if (from !== undefined && sort !== 'name')
    throw invalidField('query', 'from', 'order', 'Početno slovo vrijedi samo za redoslijed po imenu.');
  const sought = soughtFor(q, byOib);
  if (sought === undefined) return { rows: [], counted: 0, limit };
  const after = cursor === undefined ? undefined : keyFromCursor(peopleList(sort), shapeOf(sort), cursor);
  const page = { sort, after, from: from === undefined ? undefined : croatianSortKey(from), limit };
  return { ...(await store.listPeople(db, { ...filter, ...sought }, page)), limit };
}

const TAKEN_AT_ONCE = 200;

/** All people of a list in its order, page by page: no open cursor, and no faster than they are taken. */
export async function* takePeople(
  db: Db,
  { q, byOib, sort, ...filter }: Omit<PeopleWanted, 'cursor' | 'from' | 'limit'>,
): AsyncGenerator<readonly Account[]> {
  const sought = soughtFor(q, byOib);
  let after: CursorKey | undefined;
  while (sought !== undefined) {
    const page = { sort, after, limit: TAKEN_AT_ONCE };
    const rows = (await store.takePeople(db, { ...filter, ...sought }, page)).slice(0, TAKEN_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = peopleKey(sort)(last);
  }
}

/** What a search text looks for; undefined when it can find nobody. */
function soughtFor(q: string, byOib: boolean): Pick<store.PeopleFilter, 'words' | 'oib'> | undefined {
  const text = q.trim();
  const oib = byOib && isOib(text) ? text : undefined;
  const words = oib === undefined ? searchWords(text) : [];
  return text !== '' && oib === undefined && words.length === 0 ? undefined : { words, oib };
}

/** The name under which cursors of this order are made. */
export const peopleList = (sort: PeopleSort): string => `people:${sort}`;

export const peopleKey =
  (sort: PeopleSort) =>
  ({ sort_key, id }: Account): CursorKey =>
    sort.endsWith('name') ? [sort_key, id] : [id];

const shapeOf = (sort: PeopleSort): readonly ('string' | 'number')[] =>
  sort.endsWith('name') ? ['string', 'number'] : ['number'];
