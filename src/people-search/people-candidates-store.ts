import { type SelectQueryBuilder, sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { ROLES, type Role } from '../kernel/role.ts';
import { PRESENT_STATUSES, type UserStatus } from '../users/user.ts';
import { hasWords, type Ids, type Listed, mayHaveWords, ofWord } from '../users/word-search.ts';
import { PEOPLE_BOUNDS } from './people-bounds.ts';

interface Standing {
  readonly tenantId: number | undefined;
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
}

interface OneStanding {
  readonly tenantId: number | undefined;
  readonly role: Role;
  readonly status: UserStatus;
}

/** What narrows a list to few. */
interface Narrowing extends Standing {
  readonly words: readonly string[];
  readonly oib?: string | undefined;
}

/**
 * Who may be on a list, before it is put in order. `few`: all of them are among `ids`, once each, and are still to be asked
 * for `words`. `walk`: there are many, so the list's own order leads to a page soon; `listed` are all who have the words,
 * some of them more than once, for counting.
 */
export type Candidates =
  | { readonly kind: 'few'; readonly ids: Ids; readonly words: readonly string[] }
  | { readonly kind: 'walk'; readonly listed: Ids };

export type People = SelectQueryBuilder<Schema, 'users', object>;

interface Measured extends Listed {
  /** No further than matters. */
  readonly length: number;
  /** How many of them may have all words. */
  readonly left: number;
}

export async function candidatesOf(
  db: Db,
  filter: Narrowing,
  byName: boolean,
  bounds = PEOPLE_BOUNDS,
): Promise<Candidates> {
  if (filter.oib !== undefined) return { kind: 'few', ids: withOib(db, filter.oib), words: [] };
  // There is a list by name for each role and status: a page is read off them.
  if (filter.words.length === 0 && byName) return { kind: 'walk', listed: withNobody(db) };
  const [shortest, ...others] = await listsOf(db, filter, bounds);
  if (shortest === undefined) return { kind: 'walk', listed: withNobody(db) };
  const words = wordsIn(others);
  const left = likely(shortest, filter.words);
  if (shortest.length > (others.length > 0 ? bounds.met : bounds.few))
    return { kind: 'walk', listed: having(db, left, words) };
  if (shortest.left <= bounds.few) return { kind: 'few', ids: distinct(db, left), words };
  return { kind: 'few', ...(await common(db, [shortest, ...others], bounds)) };
}

/** A list for each thing that is asked for, the shortest first. No list is read further than the shortest of those before. */
async function listsOf(db: Db, filter: Narrowing, { few, met }: typeof PEOPLE_BOUNDS): Promise<Measured[]> {
  const { words, role, status } = filter;
  const byLength = words.toSorted((one, other) => other.length - one.length); // a long word is rare as a rule
  const lists = byLength.map((word) => ofWord(db, word, filter));
  if (role !== undefined || status !== undefined) lists.push(ofStanding(db, filter));
  let most = (lists.length > 1 ? met : few) + 1;
  const measured: Measured[] = [];
  for (const list of lists) {
    const found = { ...list, ...(await measure(db, list, words, most)) };
    measured.push(found);
    most = Math.min(most, found.length + 1);
  }
  return measured.sort((one, other) => one.length - other.length);
}

/** Who of a list may have all words. */
const likely = ({ ids, bits }: Listed, words: readonly string[]): Ids => ids.where(mayHaveWords(bits, words));

function measure(db: Db, { ids, bits }: Listed, words: readonly string[], most: number) {
  const listed = db.selectFrom(ids.select(sql.ref(bits).as('word_bits')).limit(most).as('users'));
  return listed
    .select(({ fn }) => [
      fn.countAll<number>().as('length'),
      fn.countAll<number>().filterWhere(mayHaveWords('users.word_bits', words)).as('left'),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Who is on all lists that are not too long, where too many are left to be asked one by one: that reads each list once, from
 * end to end. Role and status may be left out, since whoever is found is asked for them again.
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

/**
 * How many different people a list has. Those of its beginning are counted first: over the whole of a long list
 * PostgreSQL would rather put all of them in order.
 */
export async function countListed(db: Db, listed: Ids, most: number): Promise<number> {
  const counted = await countUpTo(db, distinct(db, listed.limit(Math.ceil(1.5 * most))), most);
  return counted === most ? most : countUpTo(db, distinct(db, listed), most);
}

/** How many of so few deleted people have all words. */
export const countDeletedWith = (db: Db, { tenantId, words }: Narrowing, most: number): Promise<number> =>
  countUpTo(db, having(db, likely(ofStanding(db, { tenantId, status: 'deleted' }), words), words), most);

export const countDeleted = (db: Db, tenantId: number | undefined, most: number): Promise<number> =>
  countUpTo(db, ofStanding(db, { tenantId, status: 'deleted' }).ids, most);

const withNobody = (db: Db): Ids => db.selectFrom('users').select('users.id').where(sql<boolean>`1 = 0`);

/** The literal lets the partial index serve: an engine does not know that the parameter is not empty. */
const withOib = (db: Db, oib: string): Ids =>
  db
    .selectFrom('users')
    .select('users.id')
    .where('users.oib', '=', oib)
    .where('users.oib', '<>', sql.lit('')) as unknown as Ids;

/** All of a role or status, in the index `users__in_tenant_by_standing` alone: its first columns are all named, and it holds the others. */
const ofStanding = (db: Db, filter: Standing): Listed => ({
  ids: inStanding(db, filter).select('users.id') as unknown as Ids,
  bits: 'users.word_bits',
});

export const inStanding = (db: Db, { tenantId, role, status }: Standing) =>
  db
    .selectFrom('users')
    .where('users.tenant_id', 'in', tenantId === undefined ? db.selectFrom('tenants').select('tenants.id') : [tenantId])
    .where('users.status', 'in', statusesOf(status))
    .where('users.role', 'in', rolesOf(role));

/** Every pair of a status and a role that is asked for. */
export const standingsOf = ({ tenantId, role, status }: Standing): OneStanding[] =>
  statusesOf(status).flatMap((one) => rolesOf(role).map((other) => ({ tenantId, status: one, role: other })));

const statusesOf = (status: UserStatus | undefined): UserStatus[] =>
  status === undefined ? PRESENT_STATUSES : [status];

const rolesOf = (role: Role | undefined): Role[] => (role === undefined ? [...ROLES] : [role]);

export function ofOneStanding(db: Db, { tenantId, role, status }: OneStanding): People {
  const found = db.selectFrom('users').where('users.status', '=', status).where('users.role', '=', role);
  return tenantId === undefined ? found : found.where('users.tenant_id', '=', tenantId);
}

export const distinct = (db: Db, ids: Ids): Ids =>
  db.selectFrom(ids.as('listed')).select('listed.id').distinct() as unknown as Ids;

/** Those of `ids` who have all words. */
const having = (db: Db, ids: Ids, words: readonly string[]): Ids =>
  words.length === 0
    ? ids
    : (among(db, ids)
        .select('users.id')
        .where((users) => hasWords(users, words)) as unknown as Ids);

/** The rows of `ids`. The cross join tells SQLite where to begin; it would rather walk the list's order and look for each. */
export const among = (db: Db, ids: Ids): People =>
  db.selectFrom(ids.as('found')).crossJoin('users').whereRef('users.id', '=', 'found.id') as unknown as People;
