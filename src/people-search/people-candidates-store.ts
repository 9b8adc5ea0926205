import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
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

/** Candidates for a list, unordered and possibly repeated: all who match are among them. */
export interface Candidates {
  /** `undefined`: everybody. */
  readonly ids: Ids | undefined;
  /** The words still to be checked. */
  readonly words: readonly string[];
  /** Whether there are so many that scanning in list order soon fills a page. */
  readonly isMany: boolean;
  /** Whether `ids` names each of them, rather than says where they are found. */
  readonly isNamed: boolean;
}

export type People = SelectQueryBuilder<Schema, 'users', object>;

interface Measured extends Listed {
  /** Infinite for a list longer than it was counted. */
  readonly length: number;
  /** Those who may have all words, by their word bits. */
  readonly likely: Ids;
  readonly left: number;
  /** Whether `likely` names each of them. */
  readonly isNamed: boolean;
}

export async function candidatesOf(
  db: Db,
  filter: Narrowing,
  byName: boolean,
  bounds = PEOPLE_BOUNDS,
): Promise<Candidates> {
  const { words } = filter;
  const few = { isMany: false, isNamed: false };
  if (filter.oib !== undefined) return { ...few, ids: withOib(db, filter.oib), words: [] };
  // The state of invitations has no index: everybody of the given status and role is checked.
  if (filter.invitation !== undefined) return { ...few, ids: ofStanding(db, filter).ids, words };
  if (filter.signedIn !== undefined) return { ...few, ids: ofSignedIn(db, filter).ids, words };
  // Each role and status has an index by name, from which a page is read.
  if (words.length === 0 && byName) return EVERYBODY;
  const [chosen, ...others] = await listsOf(db, filter, bounds);
  if (chosen === undefined) return EVERYBODY;
  const { likely, left, length, isNamed } = chosen;
  const found = { ids: likely, words: words.filter((word) => word !== chosen.word), isNamed };
  if (left <= bounds.few && length < Infinity) return { ...found, isMany: false };
  if (others.length === 0 || length > bounds.met) return { ...found, isMany: true };
  return { ...few, ...(await common(db, [chosen, ...others], bounds)) };
}

const EVERYBODY: Candidates = { ids: undefined, words: [], isMany: true, isNamed: false };

/**
 * An index list for each criterion, the shortest first, up to the first that leaves few people: no further one is read. Nor is
 * one read beyond the shortest before it.
 */
async function listsOf(db: Db, filter: Narrowing, { few, met, named }: typeof PEOPLE_BOUNDS): Promise<Measured[]> {
  const { words, role, status } = filter;
  const byLength = words.toSorted((one, other) => other.length - one.length); // long words are usually rare
  const lists = byLength.map((word) => ofWord(db, word, filter));
  const isOfStanding = role !== undefined || status !== undefined;
  const longest = lists.length > 1 || isOfStanding ? met : lists[0]?.isScattered ? Math.max(few, named) : few;
  const wanted = lists.map((list) => ({ list, most: longest }));
  // Most people are active members; any other role or status is rarer than a name.
  if (isOfStanding) wanted.unshift({ list: ofStanding(db, filter), most: few });
  const measured: Measured[] = [];
  let shortest = Infinity;
  for (const { list, most } of wanted) {
    const found = await measure(db, list, words, Math.min(most, shortest));
    if (found.left <= few && found.length < Infinity) return [found];
    measured.push(found);
    shortest = Math.min(shortest, found.length);
  }
  return measured.sort((one, other) => (one.length < other.length ? -1 : 1));
}

/**
 * Counts a list of up to `most`. Where something else narrows it down, or it is read from many ranges, the people who are left are
 * named, so that it is read only once.
 */
async function measure(db: Db, list: Listed, words: readonly string[], most: number): Promise<Measured> {
  const mayHave = mayHaveWords(list.bits, words);
  const listed = list.ids
    .select(mayHave.as('is_likely'))
    .limit(most + 1)
    .as('listed');
  const isLikely = sql<boolean>`listed.is_likely`;
  const counted = db
    .selectFrom(listed)
    .select(({ fn }) => [fn.countAll<number>().as('read'), fn.countAll<number>().filterWhere(isLikely).as('left')]);
  const measured = ({ read, left }: { readonly read: number; readonly left: number }) =>
    ({
      ...list,
      length: read > most ? Infinity : read,
      left,
      likely: list.ids.where(mayHave),
      isNamed: false,
    }) as const;
  if (!list.isScattered && words.every((word) => word === list.word))
    return measured(await counted.executeTakeFirstOrThrow());
  const names = idsAsText(db, sql.ref<number>('listed.id'), isLikely).as('names');
  const { names: ids, ...counts } = await counted.select(names).executeTakeFirstOrThrow();
  const found = measured(counts);
  return found.length === Infinity ? found : { ...found, likely: namedIds(db, ids), isNamed: true };
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
  return { ids, words: long.flatMap(({ word }) => word ?? []) };
}

/** Distinct present people on a list, up to `most`. Of the deleted only those with words are looked at: most are emptied. */
export function countPresent(db: Db, ids: Ids, { tenantId, words }: Narrowing, most: number): Promise<number> {
  const deleted = ofStanding(db, { tenantId, status: 'deleted' });
  const withWords = deleted.ids.where(mayHaveWords(deleted.bits, words)).where(deleted.bits, '<>', 0);
  // SQLite takes half as long for this as for a list without them.
  const present = sql<number | null>`case when listed.id in ${withWords} then null else listed.id end`;
  return countDistinct(db, ids, most, present);
}

/** Counts in a beginning of the list, since PostgreSQL would sort a long one completely. */
export async function countDistinct(
  db: Db,
  ids: Ids,
  most: number,
  counted: RawBuilder<number | null> = sql.ref('listed.id'),
): Promise<number> {
  for (let length = Math.ceil(1.1 * most); ; length *= 2) {
    const listed = db.selectFrom(ids.limit(length).as('listed'));
    const { read, found } = await listed
      .select(({ fn }) => [fn.countAll<number>().as('read'), fn.count<number>(counted).distinct().as('found')])
      .executeTakeFirstOrThrow();
    if (found >= most || read < length) return Math.min(found, most);
  }
}

/** A literal condition, so that the partial index applies: an engine cannot know that the parameter is not empty. */
const withOib = (db: Db, oib: string): Ids =>
  db.selectFrom('users').select('users.id').where('users.oib', '=', oib).where('users.oib', '<>', sql.lit(''));

/** Everybody of a role or status, from the index `users__by_standing` or that of the tenants alone: it covers the rest. */
const ofStanding = (db: Db, filter: Standing): Listed => ({
  ids: inStanding(db, filter).select('users.id'),
  bits: 'users.word_bits',
});

/** From the index `users__in_tenant_by_last_login` alone: without a tenant filter all tenants are named. */
const ofSignedIn = (db: Db, filter: Narrowing): Listed => ({
  ids: inStanding(db, filter)
    .where('users.tenant_id', 'in', db.selectFrom('tenants').select('tenants.id'))
    .where('users.last_login_at', filter.signedIn === 'never' ? 'is' : 'is not', null)
    .select('users.id'),
  bits: 'users.word_bits',
});

export function inStanding(db: Db, { tenantId, role, status }: Standing): People {
  const found = db
    .selectFrom('users')
    .where('users.status', 'in', statusesOf(status))
    .where('users.role', 'in', rolesOf(role));
  return tenantId === undefined ? found : found.where('users.tenant_id', '=', tenantId);
}

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
