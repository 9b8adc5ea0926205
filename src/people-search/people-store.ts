import { type ExpressionBuilder, expressionBuilder, type OrderByItemBuilder, sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db } from '../database/database.ts';
import { valuesOf } from '../database/insert-rows.ts';
import type { Schema } from '../database/schema.ts';
import type { CursorKey } from '../http/page-cursor.ts';
import { type Instant, parseInstant } from '../kernel/clock.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import type { Role } from '../kernel/role.ts';
import { policyVersionOfTenant } from '../tenants/policy-in-force.ts';
import { TENANT_OF_ACCOUNT } from '../users/callers-account.ts';
import { FACTOR_RULES_OF_USER } from '../users/factor-rules-of-user.ts';
import type { Account, UserStatus } from '../users/user.ts';
import { hasWords, type Ids, mayHaveWords } from '../users/word-search.ts';
import type { InvitationOfPerson } from './invitation-of.ts';
import { hasInvitation } from './invitation-of-store.ts';
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
import { isByLastLogin, NEVER, type PeopleSort } from './people-sort.ts';

export interface PeopleFilter {
  /** `undefined`: every tenant. */
  readonly tenantId: TenantId | undefined;
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
  readonly invitation?: { readonly state: InvitationOfPerson; readonly at: Instant } | undefined;
  readonly signedIn?: 'never' | 'ever' | undefined;
  /** Folded; each must begin a word of the person. */
  readonly words: readonly string[];
  /** A full OIB, searched alone. */
  readonly oib?: string | undefined;
}

export interface PeoplePage {
  readonly sort: PeopleSort;
  readonly after: CursorKey | undefined;
  /** By name only: the first page starts at this sort key. */
  readonly from?: string | undefined;
  readonly limit: number;
}

type Users = ExpressionBuilder<Schema, 'users'>;
type Few = Extract<Candidates, { kind: 'few' }>;

/** One page of people with one extra row, and the count up to just above the cap. */
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

/** The same page without a count, for exports. */
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

/**
 * The ids of everybody who matches, unordered and in portions: a short list at once, else the next ones by id. The state of an
 * invitation has no index, so it is checked with the other conditions.
 */
export async function* takeIds(
  db: Db,
  filter: PeopleFilter,
  most: number,
  bounds = PEOPLE_BOUNDS,
): AsyncGenerator<readonly UserId[]> {
  const candidates = await candidatesOf(db, { ...filter, invitation: undefined }, false, bounds);
  if (candidates.kind === 'few') {
    yield idsOf(await fewOf(db, filter, candidates).select('users.id').execute());
    return;
  }
  for (let after = 0; ; ) {
    const found = matching(db.selectFrom('users'), filter).where((users) => hasWords(users, filter.words));
    const next = found.where('users.id', '>', after).orderBy('users.id').select('users.id').limit(most);
    const ids = idsOf(await next.execute());
    yield ids;
    if (ids.length < most) return;
    after = ids.at(-1) ?? after;
  }
}

/** Those of these people who match. */
export async function matchingAmong(db: Db, filter: PeopleFilter, ids: readonly UserId[]): Promise<UserId[]> {
  const found = matching(db.selectFrom('users'), filter).where((users) => hasWords(users, filter.words));
  const asked = found.where('users.id', 'in', valuesOf(db, 'bigint', ids)).select('users.id');
  const { oib } = filter;
  return idsOf(await (oib === undefined ? asked : asked.where('users.oib', '=', oib)).execute());
}

const idsOf = (rows: readonly { readonly id: UserId }[]): UserId[] => rows.map(({ id }) => id);

const isByName = ({ sort }: PeoplePage): boolean => sort.endsWith('name');

/** The page, and the count from the start of the list. */
async function pageOfFew(db: Db, filter: PeopleFilter, page: PeoplePage, few: Few) {
  const chosen = inOrder(begun(fewOf(db, filter, few), page), page.sort)
    .select('users.id')
    .select(({ fn }) => fn.countAll<number>().over().as('counted'))
    .limit(page.limit + 1)
    .as('chosen');
  const people = db.selectFrom(chosen).innerJoin('users', 'users.id', 'chosen.id');
  const found = await inFull(inOrder(people, page.sort))
    .select(sql.ref<number>('chosen.counted').as('counted'))
    .execute();
  return { rows: found.map(({ counted: _, ...row }): Account => row), counted: found[0]?.counted ?? 0 };
}

const fewOf = (db: Db, filter: PeopleFilter, { ids, words }: Few): People =>
  matching(among(db, ids), filter).where((users) => hasWords(users, words));

/** Scans at most `most` people for words; without words, only the page. */
const walkedPage = (db: Db, filter: PeopleFilter, page: PeoplePage, most: number): Promise<Account[]> => {
  const rows = page.limit + 1;
  const isSought = filter.words.length > 0;
  const next = nextPeople(db, filter, page, isSought ? most : rows);
  const found = isSought ? next.where((users) => hasWords(users, filter.words)) : next;
  return inFull(found).limit(rows).execute();
};

/** The next people in list order. The ORDER BY names the index's own columns, or SQLite would sort. */
function nextPeople(db: Db, filter: PeopleFilter, page: PeoplePage, most: number): People {
  if (isByName(page)) {
    const listed = inOrder(among(db, mergedByName(db, filter, page).limit(most)), page.sort, 'found');
    return filter.words.length === 0 ? listed : listed.where(mayHaveWords('found.word_bits', filter.words));
  }
  const next = (people: People) => inOrder(matching(people, filter), page.sort).selectAll('users').limit(most);
  if (!isByLastLogin(page.sort))
    return inOrder(db.selectFrom(next(begun(db.selectFrom('users'), page)).as('users')), page.sort);
  const parts = partsByLastLogin(expressionBuilder<Schema, 'users'>(), page).map((part) =>
    next(db.selectFrom('users').where(part)),
  );
  const listed = parts.map((part) => db.selectFrom(part.as('users')).selectAll('users'));
  const all = listed.reduce((merged, part) => merged.unionAll(part));
  return inOrder(db.selectFrom(all.as('users')), page.sort);
}

/**
 * The remaining people who have never signed in, and all other remaining ones. Each part is one range of the index by last
 * sign-in; a single condition over both would not be.
 */
function partsByLastLogin(users: Users, { sort, after }: Pick<PeoplePage, 'sort' | 'after'>) {
  const isFalling = directionOf(sort) === 'desc';
  const operator = isFalling ? '<' : '>';
  const never = users('users.last_login_at', 'is', null);
  const ever = users('users.last_login_at', 'is not', null);
  if (after === undefined) return [never, ever];
  const [at, id] = [parseInstant(String(after[0])), Number(after[1])];
  if (at === NEVER) {
    const rest = users.and([never, users('users.id', operator, id)]);
    return isFalling ? [rest] : [rest, ever];
  }
  const rest = users(users.refTuple('users.last_login_at', 'users.id'), operator, users.tuple(at, id));
  return isFalling ? [rest, never] : [rest];
}

const COLUMNS_BY_NAME = ['users.sort_key', 'users.id', 'users.word_bits'] as const;

/** By name there is an index range for each standing. PostgreSQL merges them only if each is ordered itself. */
function mergedByName(db: Db, filter: PeopleFilter, page: PeoplePage): Ids {
  const direction = directionOf(page.sort);
  const lists = standingsOf(filter).map((standing) => {
    const list = inOrder(begun(ofOneStanding(db, standing), page), page.sort).select(COLUMNS_BY_NAME);
    return db.selectFrom(list.as('users')).select(COLUMNS_BY_NAME);
  });
  const merged = lists.reduce((all, list) => all.unionAll(list));
  return merged.orderBy('sort_key', direction).orderBy('id', direction);
}

const inFull = (people: People) =>
  people
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .selectAll('users')
    .select([...TENANT_OF_ACCOUNT, policyVersionOfTenant, ...FACTOR_RULES_OF_USER]);

const matching = (people: People, filter: PeopleFilter): People =>
  people.where((users) => users.and(conditions(users, filter)));

function conditions(users: Users, { tenantId, role, status, invitation, signedIn }: PeopleFilter) {
  const all = [status === undefined ? users('users.status', '<>', 'deleted') : users('users.status', '=', status)];
  if (tenantId !== undefined) all.push(users('users.tenant_id', '=', tenantId));
  if (role !== undefined) all.push(users('users.role', '=', role));
  if (invitation !== undefined) all.push(hasInvitation(users, invitation.state, invitation.at));
  if (signedIn !== undefined) all.push(users('users.last_login_at', signedIn === 'never' ? 'is' : 'is not', null));
  return all;
}

/** Keyset pagination: starts after the last row of the previous page, whatever was added since. */
function begun(people: People, { sort, after, from }: PeoplePage): People {
  const operator = directionOf(sort) === 'desc' ? '<' : '>';
  if (after === undefined) return from === undefined ? people : people.where('users.sort_key', '>=', from);
  if (sort.endsWith('created')) return people.where('users.id', operator, Number(after[0]));
  if (isByLastLogin(sort)) return people.where((users) => users.or(partsByLastLogin(users, { sort, after })));
  return people.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('users.sort_key', 'users.id'), operator, tuple(String(after[0]), Number(after[1]))),
  );
}

function inOrder(people: People, sort: PeopleSort, of: 'users' | 'found' = 'users'): People {
  const direction = directionOf(sort);
  if (sort.endsWith('created')) return people.orderBy(sql.ref(`${of}.id`), direction);
  const first = isByLastLogin(sort)
    ? people.orderBy(sql.ref(`${of}.last_login_at`), neverIsOldest(direction))
    : people.orderBy(sql.ref(`${of}.sort_key`), direction);
  return first.orderBy(sql.ref(`${of}.id`), direction);
}

const neverIsOldest = (direction: 'asc' | 'desc') => (order: OrderByItemBuilder) =>
  direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast();

const directionOf = (sort: PeopleSort) => (sort.startsWith('-') ? 'desc' : 'asc');

/** Up to one more than the cap. */
async function countWalked(db: Db, filter: PeopleFilter, listed: Ids, cap: number): Promise<number> {
  const { words, tenantId, role, status } = filter;
  if (words.length === 0) return countOf(db, inStanding(db, filter), cap);
  const deleted = role === undefined && status === undefined ? await countDeleted(db, tenantId, cap + 1) : cap + 1;
  if (deleted > cap) return countAmong(db, filter, listed, cap);
  // The words are counted without reading people: with more matches than deleted people, that is enough.
  const found = await countListed(db, listed, cap + 1 + deleted);
  return found > cap + deleted ? cap + 1 : found - (deleted === 0 ? 0 : await countDeletedWith(db, filter, deleted));
}

/** With so many matches that not all are scanned, it counts as more than the cap. */
async function countAmong(db: Db, filter: PeopleFilter, listed: Ids, cap: number): Promise<number> {
  const lookedAt = cap + Math.ceil(cap / 5);
  const found = await countOf(db, matching(among(db, distinct(db, listed).limit(lookedAt)), filter), cap);
  return found > cap || (await countListed(db, listed, lookedAt)) < lookedAt ? found : cap + 1;
}

const countOf = (db: Db, people: People, cap: number): Promise<number> =>
  countUpTo(db, people.select(sql.lit(1).as('one')), cap + 1);
