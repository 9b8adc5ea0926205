import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { ROLES, type Role } from '../kernel/role.ts';
import { PEOPLE_BOUNDS } from './people-bounds.ts';
import { STATUSES, type UserStatus } from './user.ts';

interface Standing {
  readonly tenantId: number | undefined;
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
}

/** What narrows a list to few. */
interface Narrowing extends Standing {
  readonly words: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: a query of ids, whatever tables it reads
export type Ids = SelectQueryBuilder<any, any, { id: number }>;

/**
 * Who may be on a list, before it is put in order. `few`: all of them are among `ids`. `walk`: there are many, so the
 * list's own order leads to a page soon; `listed` are all who have the words, some of them more than once, for counting.
 */
export type Candidates = { readonly kind: 'few'; readonly ids: Ids } | { readonly kind: 'walk'; readonly listed: Ids };

type Users = ExpressionBuilder<Schema, 'users'>;

/** People whom an index lists together; those of a word may come more than once. */
interface Listed {
  readonly ids: Ids;
  readonly word?: string;
  /** No further than matters. */
  readonly count: number;
}

export async function candidatesOf(
  db: Db,
  filter: Narrowing,
  byName: boolean,
  bounds = PEOPLE_BOUNDS,
): Promise<Candidates> {
  const isByOne = filter.role === undefined || filter.status === undefined;
  // There are indexes by name for a role and for a status: a page is read off them.
  if (filter.words.length === 0 && byName && isByOne) return { kind: 'walk', listed: withNobody(db) };
  const [rarest, ...others] = await listsOf(db, filter, bounds);
  if (rarest === undefined) return { kind: 'walk', listed: withNobody(db) };
  if (rarest.count <= (others.length > 0 ? bounds.met : bounds.few))
    return { kind: 'few', ids: common(db, [rarest, ...others], bounds) };
  return { kind: 'walk', listed: having(db, rarest.ids, wordsIn(others)) };
}

/** A list for each thing that is asked for, the shortest first. */
async function listsOf(db: Db, filter: Narrowing, { few, met }: typeof PEOPLE_BOUNDS): Promise<Listed[]> {
  const { words, tenantId, role, status } = filter;
  const lists: Omit<Listed, 'count'>[] = words.map((word) => ({ word, ids: ofWord(db, word, tenantId) }));
  if (role !== undefined || status !== undefined) lists.push({ ids: ofStanding(db, filter) });
  const most = (lists.length > 1 ? met : few) + 1;
  const counted: Listed[] = [];
  for (const list of lists) counted.push({ ...list, count: await countUpTo(db, list.ids, most) });
  return counted.sort((one, other) => one.count - other.count);
}

/**
 * Who is on all lists: a few are looked up word by word, more are met list by list, which reads each index once from end
 * to end. Role and status may be left out, since whoever is found is asked for them again.
 */
function common(db: Db, lists: readonly Listed[], { probed, met }: typeof PEOPLE_BOUNDS): Ids {
  const [rarest, ...others] = lists as [Listed, ...Listed[]];
  if (rarest.count <= probed) return having(db, distinct(db, rarest.ids), wordsIn(others));
  const short = others.filter(({ count }) => count <= met);
  const long = others.filter(({ count }) => count > met);
  const joint =
    short.length === 0 ? distinct(db, rarest.ids) : short.reduce((all, { ids }) => all.intersect(ids), rarest.ids);
  return having(db, joint, wordsIn(long));
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
  countUpTo(db, having(db, ofStanding(db, { tenantId, status: 'deleted' }), words), most);

export const countDeleted = (db: Db, tenantId: number | undefined, most: number): Promise<number> =>
  countUpTo(db, ofStanding(db, { tenantId, status: 'deleted' }), most);

export const hasWord = (users: Users, word: string) =>
  users.exists(
    users
      .selectFrom('user_words')
      .select(sql.lit(1).as('one'))
      .whereRef('user_words.user_id', '=', 'users.id')
      .where('user_words.word', '>=', word)
      .where('user_words.word', '<', afterPrefix(word)),
  );

/** Every text that begins with the word is smaller: U+10FFFF is in no word. */
const afterPrefix = (word: string): string => `${word}\u{10FFFF}`;

const withNobody = (db: Db): Ids => db.selectFrom('users').select('users.id').where(sql<boolean>`1 = 0`);

/** All of a role or status, in the index `users__standing` alone: every column of it is named. */
const ofStanding = (db: Db, filter: Standing): Ids => inStanding(db, filter).select('users.id') as unknown as Ids;

export const inStanding = (db: Db, { tenantId, role, status }: Standing) =>
  db
    .selectFrom('users')
    .where('users.tenant_id', 'in', tenantId === undefined ? db.selectFrom('tenants').select('tenants.id') : [tenantId])
    .where('users.status', 'in', status === undefined ? STATUSES.filter((one) => one !== 'deleted') : [status])
    .where('users.role', 'in', role === undefined ? [...ROLES] : [role]);

/** People of whom a word begins with `word`. Without a tenant every tenant is named, so that the tree by tenant and word serves. */
const ofWord = (db: Db, word: string, tenantId: number | undefined): Ids =>
  db
    .selectFrom('user_words')
    .select('user_words.user_id as id')
    .where(
      'user_words.tenant_id',
      'in',
      tenantId === undefined ? db.selectFrom('tenants').select('tenants.id') : [tenantId],
    )
    .where('user_words.word', '>=', word)
    .where('user_words.word', '<', afterPrefix(word)) as unknown as Ids;

export const distinct = (db: Db, ids: Ids): Ids =>
  db.selectFrom(ids.as('listed')).select('listed.id').distinct() as unknown as Ids;

/** Those of `ids` who have all words. */
const having = (db: Db, ids: Ids, words: readonly string[]): Ids =>
  words.length === 0
    ? ids
    : (db
        .selectFrom(ids.as('users'))
        .select('users.id')
        .where((users) => users.and(words.map((word) => hasWord(users as unknown as Users, word)))) as unknown as Ids);
