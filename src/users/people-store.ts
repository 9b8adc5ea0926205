import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { TOTAL_CAP } from '../http/list-wire.ts';
import type { CursorKey } from '../http/page-cursor.ts';
import type { Role } from '../kernel/role.ts';
import { type Candidates, candidatesOf, countDeleted, hasWord, inStanding } from './people-candidates-store.ts';
import type { PeopleSort } from './people-sort.ts';
import type { Account, UserStatus } from './user.ts';

export interface PeopleFilter {
  /** Undefined: every tenant. */
  readonly tenantId: number | undefined;
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
  /** Folded; each must begin a word of the person. */
  readonly words: readonly string[];
  /** A whole OIB, found by itself. */
  readonly oib?: string | undefined;
}

export interface PeoplePage {
  readonly sort: PeopleSort;
  readonly after: CursorKey | undefined;
  /** By name alone: the list begins with the first name that sorts at or after this key. A page after that one knows. */
  readonly from?: string | undefined;
  readonly limit: number;
}

/** Where no word is rare the list is walked in its order; so many people are looked at for one page, then it ends. */
const MOST_WALKED = 50_000;

type Users = ExpressionBuilder<Schema, 'users'>;
type People = SelectQueryBuilder<Schema, 'users', object>;

/** One page of people with one row to spare, and how many there are up to just above the cap. */
export async function listPeople(
  db: Db,
  filter: PeopleFilter,
  page: PeoplePage,
): Promise<{ rows: Account[]; counted: number }> {
  const candidates = await candidatesOf(db, filter, page.sort.endsWith('name'));
  const rows = await pageOf(db, filter, page, candidates);
  const isFirst = page.after === undefined && page.from === undefined;
  const isWhole = isFirst && rows.length <= page.limit && candidates.kind !== 'walk';
  return { rows, counted: isWhole ? rows.length : await countPeople(db, filter, candidates) };
}

/** The same page without a count, for who takes them all. */
export async function takePeople(db: Db, filter: PeopleFilter, page: PeoplePage): Promise<Account[]> {
  return pageOf(db, filter, page, await candidatesOf(db, filter, page.sort.endsWith('name')));
}

async function pageOf(db: Db, filter: PeopleFilter, page: PeoplePage, candidates: Candidates): Promise<Account[]> {
  const found = ordered(matching(startAt(db, candidates), filter), page);
  const sought = candidates.kind === 'walk' && filter.words.length > 0 ? walked(db, filter, page) : found;
  return sought
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .selectAll('users')
    .select('tenants.name as tenant_name')
    .limit(page.limit + 1)
    .execute();
}

/** The cross join tells SQLite where to begin; it would rather walk the list's order and look for each among the few. */
const startAt = (db: Db, candidates: Candidates): People =>
  candidates.kind === 'walk'
    ? db.selectFrom('users')
    : (db
        .selectFrom(candidates.ids.as('found'))
        .crossJoin('users')
        .whereRef('users.id', '=', 'found.id') as unknown as People);

const matching = (people: People, filter: PeopleFilter): People =>
  people.where((users) => users.and(conditions(users, filter)));

function conditions(users: Users, { tenantId, role, status, oib }: PeopleFilter) {
  const all = [status === undefined ? users('users.status', '<>', 'deleted') : users('users.status', '=', status)];
  if (tenantId !== undefined) all.push(users('users.tenant_id', '=', tenantId));
  if (role !== undefined) all.push(users('users.role', '=', role));
  // The literal lets the partial index serve: an engine does not know that the parameter is not empty.
  if (oib !== undefined) all.push(users('users.oib', '=', oib), users('users.oib', '<>', sql.lit('')));
  return all;
}

/** The next people of the list's order, of whom those with all words are kept. */
function walked(db: Db, filter: PeopleFilter, page: PeoplePage): People {
  const next = ordered(matching(db.selectFrom('users'), filter), page)
    .selectAll('users')
    .limit(MOST_WALKED)
    .as('users');
  const kept = db
    .selectFrom(next)
    .where((users) => users.and(filter.words.map((word) => hasWord(users as unknown as Users, word))));
  return inOrder(kept as unknown as People, page.sort);
}

/** Keyset paging: the page begins after the last row of the one before, wherever rows were added meanwhile. */
function ordered(people: People, { sort, after, from }: PeoplePage): People {
  const operator = sort.startsWith('-') ? '<' : '>';
  if (after === undefined)
    return inOrder(from === undefined ? people : people.where('users.sort_key', '>=', from), sort);
  if (sort.endsWith('created')) return inOrder(people.where('users.id', operator, Number(after[0])), sort);
  const begun = people.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('users.sort_key', 'users.id'), operator, tuple(String(after[0]), Number(after[1]))),
  );
  return inOrder(begun, sort);
}

function inOrder(people: People, sort: PeopleSort): People {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const begun = sort.endsWith('created') ? people : people.orderBy('users.sort_key', direction);
  return begun.orderBy('users.id', direction);
}

/** Up to one more than the cap. Where so many were found that not all were looked at, it counts as more than the cap. */
async function countPeople(db: Db, filter: PeopleFilter, candidates: Candidates): Promise<number> {
  if (candidates.kind === 'few') return countOf(db, matching(startAt(db, candidates), filter));
  if (filter.words.length === 0)
    return countOf(db, filter.oib === undefined ? inStanding(db, filter) : matching(db.selectFrom('users'), filter));
  // What all have in common is in the index of words; taking the deleted off it spares reading ten thousand people.
  const isNarrowed = filter.role !== undefined || filter.status !== undefined;
  const deleted = isNarrowed ? undefined : await countDeleted(db, filter);
  if (deleted !== undefined) return candidates.counted - deleted;
  const ids = candidates.some;
  const among = await countOf(db, matching(startAt(db, { kind: 'few', ids }), filter));
  return among > TOTAL_CAP || candidates.areAll ? among : TOTAL_CAP + 1;
}

const countOf = (db: Db, people: People): Promise<number> =>
  countUpTo(db, people.select(sql.lit(1).as('one')), TOTAL_CAP + 1);
