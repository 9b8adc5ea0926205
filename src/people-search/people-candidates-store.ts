import { type SelectQueryBuilder, sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db } from '../database/database.ts';
import { idsAsText, namedIds } from '../database/named-ids.ts';
import type { Schema } from '../database/schema.ts';
import type { TenantId } from '../kernel/entity-id.ts';
import { ROLES, type Role } from '../kernel/role.ts';
import { PRESENT_STATUSES, type UserStatus } from '../users/user.ts';
import { hasWords, type Ids, type Listed, mayHaveWords, ofWord } from '../users/word-search.ts';
import { PEOPLE_BOUNDS } from './people-bounds.ts';

interface Standing {
  readonly tenantId: TenantId | undefined;
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
}

interface OneStanding {
  readonly tenantId: TenantId | undefined;
  readonly role: Role;
  readonly status: UserStatus;
}

/** The conditions that narrow a list by index. */
interface Narrowing extends Standing {
  readonly words: readonly string[];
  readonly oib?: string | undefined;
  readonly invitation?: unknown;
  readonly signedIn?: 'never' | 'ever' | undefined;
}

/**
 * Candidates for a list, unordered. `few`: `ids` contains all of them once, still to be checked for `words`. `walk`:
 * there are many, so scanning in list order soon fills a page; `listed` are all with the words, possibly repeated, for
 * counting.
 */
export type Candidates =
  | { readonly kind: 'few'; readonly ids: Ids; readonly words: readonly string[] }
  | { readonly kind: 'walk'; readonly listed: Ids };

export type People = SelectQueryBuilder<Schema, 'users', object>;

interface Measured extends Listed {
  /** Counted no further than necessary. */
  readonly length: number;
  /** Those who may have all words, by their word bits. */
  readonly likely: Ids;
  readonly left: number;
  /** Whether `ids` and `likely` name each person, rather than say where they are found. */
  readonly isNamed: boolean;
}

export async function candidatesOf(
  db: Db,
  filter: Narrowing,
  byName: boolean,
  bounds = PEOPLE_BOUNDS,
): Promise<Candidates> {
  if (filter.oib !== undefined) return { kind: 'few', ids: withOib(db, filter.oib), words: [] };
  // The state of invitations has no index: everybody of the given status and role is checked.
  if (filter.invitation !== undefined) return { kind: 'few', ids: ofStanding(db, filter).ids, words: filter.words };
  if (filter.signedIn !== undefined) return { kind: 'few', ids: ofSignedIn(db, filter).ids, words: filter.words };
  // Each role and status has an index by name, from which a page is read.
  if (filter.words.length === 0 && byName) return { kind: 'walk', listed: withNobody(db) };
  const [shortest, ...others] = await listsOf(db, filter, bounds);
  if (shortest === undefined) return { kind: 'walk', listed: withNobody(db) };
  const words = wordsIn(others);
  if (shortest.length > longestFew(shortest, others, bounds))
    return { kind: 'walk', listed: having(db, shortest.likely, words) };
  if (shortest.left <= bounds.few) return { kind: 'few', ids: distinct(db, shortest.likely), words };
  return { kind: 'few', ...(await common(db, [shortest, ...others], bounds)) };
}

const longestFew = ({ isNamed }: Measured, others: readonly Measured[], { few, met, named }: typeof PEOPLE_BOUNDS) =>
  others.length > 0 ? met : isNamed ? named : few;

/** An index list for each criterion, shortest first. None is read further than the shortest before it. */
async function listsOf(db: Db, filter: Narrowing, { few, met, named }: typeof PEOPLE_BOUNDS): Promise<Measured[]> {
  const { words, role, status } = filter;
  const byLength = words.toSorted((one, other) => other.length - one.length); // long words are usually rare
  const lists = byLength.map((word) => ofWord(db, word, filter));
  if (role !== undefined || status !== undefined) lists.push(ofStanding(db, filter));
  let most = (lists.length > 1 ? met : lists[0]?.isScattered ? Math.max(few, named) : few) + 1;
  const measured: Measured[] = [];
  for (const list of lists) {
    const found = await measure(db, list, words, { most, named });
    measured.push(found);
    most = Math.min(most, found.length + 1);
  }
  return measured.sort((one, other) => one.length - other.length);
}

/** The people of a list who may have all words, by their word bits. */
const likely = ({ ids, bits }: Listed, words: readonly string[]): Ids => ids.where(mayHaveWords(bits, words));

/** Counts a list up to `most`. One that is read from many ranges is named, if it is short, so that it is read only once. */
async function measure(
  db: Db,
  list: Listed,
  words: readonly string[],
  { most, named }: { readonly most: number; readonly named: number },
): Promise<Measured> {
  const listed = db.selectFrom(list.ids.select(sql.ref(list.bits).as('word_bits')).limit(most).as('users'));
  const isLikely = mayHaveWords('users.word_bits', words);
  const counted = listed.select(({ fn }) => [
    fn.countAll<number>().as('length'),
    fn.countAll<number>().filterWhere(isLikely).as('left'),
  ]);
  if (!list.isScattered)
    return { ...list, ...(await counted.executeTakeFirstOrThrow()), likely: likely(list, words), isNamed: false };
  const ids = sql.ref<number>('users.id');
  const { all, some, ...counts } = await counted
    .select([idsAsText(db, ids, sql.lit(true)).as('all'), idsAsText(db, ids, isLikely).as('some')])
    .executeTakeFirstOrThrow();
  const isNamed = counts.length < most && counts.length <= named;
  if (!isNamed) return { ...list, ...counts, likely: likely(list, words), isNamed };
  return { ...list, ...counts, ids: namedIds(db, all), likely: namedIds(db, some), isNamed };
}

/**
 * Intersects the lists that are not too long, when too many candidates remain to be checked one by one: each list is
 * read once. Role and status may be skipped, since matches are checked for them again.
 */
async function common(
  db: Db,
  [shortest, ...others]: readonly [Measured, ...Measured[]],
  { met }: typeof PEOPLE_BOUNDS,
) {
  const lengths = await Promise.all(others.map(({ ids }) => countUpTo(db, ids, met + 1)));
  const isShort = (_: Listed, place: number) => (lengths[place] ?? 0) <= met;
  const short = others.filter(isShort);
  const long = others.filter((list, place) => !isShort(list, place));
  const ids =
    short.length === 0 ? distinct(db, shortest.ids) : short.reduce((all, { ids }) => all.intersect(ids), shortest.ids);
  return { ids, words: wordsIn(long) };
}

const wordsIn = (lists: readonly Listed[]): string[] => lists.flatMap(({ word }) => word ?? []);

/** Distinct people on a list. Counts a prefix first: PostgreSQL would sort a long list completely. */
export async function countListed(db: Db, listed: Ids, most: number): Promise<number> {
  const counted = await countUpTo(db, distinct(db, listed.limit(Math.ceil(1.5 * most))), most);
  return counted === most ? most : countUpTo(db, distinct(db, listed), most);
}

/** How many of the few deleted people have all words. */
export const countDeletedWith = (db: Db, { tenantId, words }: Narrowing, most: number): Promise<number> =>
  countUpTo(db, having(db, likely(ofStanding(db, { tenantId, status: 'deleted' }), words), words), most);

export const countDeleted = (db: Db, tenantId: TenantId | undefined, most: number): Promise<number> =>
  countUpTo(db, ofStanding(db, { tenantId, status: 'deleted' }).ids, most);

const withNobody = (db: Db): Ids => db.selectFrom('users').select('users.id').where(sql<boolean>`1 = 0`);

/** A literal condition, so that the partial index applies: an engine cannot know that the parameter is not empty. */
const withOib = (db: Db, oib: string): Ids =>
  db.selectFrom('users').select('users.id').where('users.oib', '=', oib).where('users.oib', '<>', sql.lit(''));

/**
 * Everybody of a role or status, from the index `users__in_tenant_by_standing` alone: its leading columns are all
 * given, and it covers the rest.
 */
const ofStanding = (db: Db, filter: Standing): Listed => ({
  ids: inStanding(db, filter).select('users.id'),
  bits: 'users.word_bits',
});

/** From the index `users__in_tenant_by_last_login` alone. */
const ofSignedIn = (db: Db, filter: Narrowing): Listed => ({
  ids: inStanding(db, filter)
    .where('users.last_login_at', filter.signedIn === 'never' ? 'is' : 'is not', null)
    .select('users.id'),
  bits: 'users.word_bits',
});

export const inStanding = (db: Db, { tenantId, role, status }: Standing) =>
  db
    .selectFrom('users')
    .where('users.tenant_id', 'in', tenantId === undefined ? db.selectFrom('tenants').select('tenants.id') : [tenantId])
    .where('users.status', 'in', statusesOf(status))
    .where('users.role', 'in', rolesOf(role));

/** Every requested pair of status and role. */
export const standingsOf = ({ tenantId, role, status }: Standing): OneStanding[] =>
  statusesOf(status).flatMap((one) => rolesOf(role).map((other) => ({ tenantId, status: one, role: other })));

const statusesOf = (status: UserStatus | undefined): UserStatus[] =>
  status === undefined ? PRESENT_STATUSES : [status];

const rolesOf = (role: Role | undefined): Role[] => (role === undefined ? [...ROLES] : [role]);

export function ofOneStanding(db: Db, { tenantId, role, status }: OneStanding): People {
  const found = db.selectFrom('users').where('users.status', '=', status).where('users.role', '=', role);
  return tenantId === undefined ? found : found.where('users.tenant_id', '=', tenantId);
}

export const distinct = (db: Db, ids: Ids): Ids => db.selectFrom(ids.as('listed')).select('listed.id').distinct();

/** Those of `ids` who have all words. */
export const having = (db: Db, ids: Ids, words: readonly string[]): Ids =>
  words.length === 0
    ? ids
    : among(db, ids)
        .select('users.id')
        .where((users) => hasWords(users, words));

/** The rows of `ids`. CROSS JOIN tells SQLite to start with them; it would rather walk the list in order. */
export const among = (db: Db, ids: Ids): People =>
  db.selectFrom(ids.as('found')).crossJoin('users').whereRef('users.id', '=', 'found.id');
