import { type ExpressionBuilder, sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { CursorKey } from '../http/page-cursor.ts';
import type { Role } from '../kernel/role.ts';
import type { Account, UserStatus } from '../users/user.ts';
import { hasWords, type Ids, mayHaveWords } from '../users/word-search.ts';
import { PEOPLE_BOUNDS } from './people-bounds.ts';
import {
  among,
  type Candidates,
  candidatesOf,
  countDeleted,
  countDeletedWith,
  countListed,
  distinct,
  inStanding,
  ofOneStanding,
  type People,
  standingsOf,
} from './people-candidates-store.ts';
import type { PeopleSort } from './people-sort.ts';

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

type Users = ExpressionBuilder<Schema, 'users'>;
type Few = Extract<Candidates, { kind: 'few' }>;

/** One page of people with one row to spare, and how many there are up to just above the cap. */
export async function listPeople(
  db: Db,
  filter: PeopleFilter,
  page: PeoplePage,
  bounds = PEOPLE_BOUNDS,
): Promise<{ rows: Account[]; counted: number }> {
  const { cap, walked } = bounds;
  const candidates = await candidatesOf(db, filter, isByName(page), bounds);
  if (candidates.kind === 'walk') {
    const rows = await walkedPage(db, filter, page, walked);
    return { rows, counted: Math.min(await countWalked(db, filter, candidates.listed, cap), cap + 1) };
  }
  const { rows, counted } = await pageOfFew(db, filter, page, candidates);
  const isFirst = page.after === undefined && page.from === undefined;
  if (isFirst) return { rows, counted: Math.min(counted, cap + 1) };
  return { rows, counted: await countOf(db, fewOf(db, filter, candidates), cap) };
}

/** The same page without a count, for who takes them all. */
export async function takePeople(
  db: Db,
  filter: PeopleFilter,
  page: PeoplePage,
  bounds = PEOPLE_BOUNDS,
): Promise<Account[]> {
  const candidates = await candidatesOf(db, filter, isByName(page), bounds);
  if (candidates.kind === 'walk') return walkedPage(db, filter, page, bounds.walked);
  return (await pageOfFew(db, filter, page, candidates)).rows;
}

const isByName = ({ sort }: PeoplePage): boolean => sort.endsWith('name');

/** The page, and how many there are from its beginning on. */
async function pageOfFew(db: Db, filter: PeopleFilter, page: PeoplePage, few: Few) {
  const chosen = inOrder(begun(fewOf(db, filter, few), page), page.sort)
    .select('users.id')
    .select(({ fn }) => fn.countAll<number>().over().as('counted'))
    .limit(page.limit + 1)
    .as('chosen');
  const people = db.selectFrom(chosen).innerJoin('users', 'users.id', 'chosen.id') as unknown as People;
  const found = await inFull(inOrder(people, page.sort))
    .select(sql.ref<number>('chosen.counted').as('counted'))
    .execute();
  return { rows: found.map(({ counted: _, ...row }): Account => row), counted: found[0]?.counted ?? 0 };
}

const fewOf = (db: Db, filter: PeopleFilter, { ids, words }: Few): People =>
  matching(among(db, ids), filter).where((users) => hasWords(users, words));

/** `most`: so many are looked at for words; without any, none but the page. */
const walkedPage = (db: Db, filter: PeopleFilter, page: PeoplePage, most: number): Promise<Account[]> => {
  const rows = page.limit + 1;
  const isSought = filter.words.length > 0;
  const next = nextPeople(db, filter, page, isSought ? most : rows);
  const found = isSought ? next.where((users) => hasWords(users, filter.words)) : next;
  return inFull(found).limit(rows).execute();
};

/** So many in the order of the list, from where the page begins. They are ordered by what is in order, or SQLite would sort. */
function nextPeople(db: Db, filter: PeopleFilter, page: PeoplePage, most: number): People {
  if (isByName(page)) {
    const listed = inOrder(among(db, mergedByName(db, filter, page).limit(most)), page.sort, 'found');
    return filter.words.length === 0 ? listed : listed.where(mayHaveWords('found.word_bits', filter.words));
  }
  const found = inOrder(begun(matching(db.selectFrom('users'), filter), page), page.sort);
  return inOrder(db.selectFrom(found.selectAll('users').limit(most).as('users')) as unknown as People, page.sort);
}

const COLUMNS_BY_NAME = ['users.sort_key', 'users.id', 'users.word_bits'] as const;

/** By name there is a list for each standing. PostgreSQL merges them only if each says itself that it is in order. */
function mergedByName(db: Db, filter: PeopleFilter, page: PeoplePage): Ids {
  const direction = directionOf(page.sort);
  const lists = standingsOf(filter).map((standing) => {
    const list = inOrder(begun(ofOneStanding(db, standing), page), page.sort).select(COLUMNS_BY_NAME);
    return db.selectFrom(list.as('users')).select(COLUMNS_BY_NAME);
  });
  const merged = lists.reduce((all, list) => all.unionAll(list));
  return merged.orderBy('sort_key', direction).orderBy('id', direction) as unknown as Ids;
}

const inFull = (people: People) =>
  people.innerJoin('tenants', 'tenants.id', 'users.tenant_id').selectAll('users').select('tenants.name as tenant_name');

const matching = (people: People, filter: PeopleFilter): People =>
  people.where((users) => users.and(conditions(users, filter)));

function conditions(users: Users, { tenantId, role, status }: PeopleFilter) {
  const all = [status === undefined ? users('users.status', '<>', 'deleted') : users('users.status', '=', status)];
  if (tenantId !== undefined) all.push(users('users.tenant_id', '=', tenantId));
  if (role !== undefined) all.push(users('users.role', '=', role));
  return all;
}

/** Keyset paging: the page begins after the last row of the one before, wherever rows were added meanwhile. */
function begun(people: People, { sort, after, from }: PeoplePage): People {
  const operator = directionOf(sort) === 'desc' ? '<' : '>';
  if (after === undefined) return from === undefined ? people : people.where('users.sort_key', '>=', from);
  if (sort.endsWith('created')) return people.where('users.id', operator, Number(after[0]));
  return people.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('users.sort_key', 'users.id'), operator, tuple(String(after[0]), Number(after[1]))),
  );
}

function inOrder(people: People, sort: PeopleSort, of: 'users' | 'found' = 'users'): People {
  const direction = directionOf(sort);
  const byName = sort.endsWith('created') ? people : people.orderBy(sql.ref(`${of}.sort_key`), direction);
  return byName.orderBy(sql.ref(`${of}.id`), direction);
}

const directionOf = (sort: PeopleSort) => (sort.startsWith('-') ? 'desc' : 'asc');

/** Up to one more than the cap. */
async function countWalked(db: Db, filter: PeopleFilter, listed: Ids, cap: number): Promise<number> {
  const { words, tenantId, role, status } = filter;
  if (words.length === 0) return countOf(db, inStanding(db, filter), cap);
  const deleted = role === undefined && status === undefined ? await countDeleted(db, tenantId, cap + 1) : cap + 1;
  if (deleted > cap) return countAmong(db, filter, listed, cap);
  // The words are known without reading the people: where more have them than could be deleted, that is enough.
  const found = await countListed(db, listed, cap + 1 + deleted);
  return found > cap + deleted ? cap + 1 : found - (deleted === 0 ? 0 : await countDeletedWith(db, filter, deleted));
}

/** Where so many have the words that not all are looked at, it counts as more than the cap. */
async function countAmong(db: Db, filter: PeopleFilter, listed: Ids, cap: number): Promise<number> {
  const lookedAt = cap + Math.ceil(cap / 5);
  const found = await countOf(db, matching(among(db, distinct(db, listed).limit(lookedAt)), filter), cap);
  return found > cap || (await countListed(db, listed, lookedAt)) < lookedAt ? found : cap + 1;
}

const countOf = (db: Db, people: People, cap: number): Promise<number> =>
  countUpTo(db, people.select(sql.lit(1).as('one')), cap + 1);
