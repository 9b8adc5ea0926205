import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { TOTAL_CAP } from '../http/list-wire.ts';
import { ROLES, type Role } from '../kernel/role.ts';
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
type Ids = SelectQueryBuilder<any, any, { id: number }>;

/**
 * Who may be on a list, before it is put in order. `few`: all of them are among `ids`. `walk`: there are many, so the
 * list's own order leads to a page soon; `some` is for counting, and holds everybody when `areAll`.
 */
export type Candidates =
  | { readonly kind: 'few'; readonly ids: Ids }
  | { readonly kind: 'walk'; readonly some: Ids; readonly counted: number; readonly areAll: boolean };

/** So many are fetched and sorted rather than walked to. */
const FEW = 5000;
/** Of so many with the rarest of several words the other words are looked up: index to index, without their rows. */
const PROBED = 50_000;
/** Enough with a word to know that the living among them exceed the cap of totals, unless very many are deleted. */
const COUNTED = 12_000;

type Users = ExpressionBuilder<Schema, 'users'>;

export async function candidatesOf(db: Db, filter: Narrowing, byName: boolean): Promise<Candidates> {
  const { words, tenantId } = filter;
  const isByOne = filter.role === undefined || filter.status === undefined;
  // There are indexes by name for a role and for a status: a page is read off them.
  if (words.length === 0 && byName && isByOne) return { kind: 'walk', some: withNobody(db), counted: 0, areAll: true };
  const standing = filter.role === undefined && filter.status === undefined ? undefined : ofStanding(db, filter);
  const ofThem = standing === undefined ? Number.POSITIVE_INFINITY : await countUpTo(db, standing, PROBED + 1);
  if (standing !== undefined && ofThem <= FEW) return { kind: 'few', ids: narrowed(db, standing, words) };
  const [rarest, ...others] = await byRarity(db, words, tenantId);
  if (rarest === undefined) return { kind: 'walk', some: withNobody(db), counted: 0, areAll: true };
  const found = withWord(
    ...([db, rarest.word, tenantId] as const),
    others.map(({ word }) => word),
  );
  if (rarest.count <= (others.length === 0 ? FEW : PROBED)) return { kind: 'few', ids: found };
  if (standing !== undefined && ofThem <= PROBED)
    return { kind: 'walk', some: narrowed(db, standing, words), counted: 0, areAll: true };
  const some = found.limit(COUNTED);
  const counted = await countUpTo(db, some, COUNTED);
  return { kind: 'walk', some, counted, areAll: counted < COUNTED };
}

/** How many of the deleted have all words; undefined where so many are deleted that looking them up would not be quick. */
export async function countDeleted(db: Db, { tenantId, words }: Narrowing): Promise<number | undefined> {
  const deleted = ofStanding(db, { tenantId, status: 'deleted' });
  const most = COUNTED - TOTAL_CAP - 1;
  if ((await countUpTo(db, deleted, most + 1)) > most) return undefined;
  return countUpTo(db, narrowed(db, deleted, words), most);
}

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

/** Those of the few who have all words. */
const narrowed = (db: Db, ids: Ids, words: readonly string[]): Ids =>
  words.length === 0
    ? ids
    : (db
        .selectFrom(ids.as('users'))
        .select('users.id')
        .where((users) => users.and(words.map((word) => hasWord(users as unknown as Users, word)))) as unknown as Ids);

/** People of whom a word begins with `word` and, for each of `others`, another one with that. Each once. */
function withWord(db: Db, word: string, tenantId: number | undefined, others: readonly string[]): Ids {
  const entries = entriesOf(db, word, tenantId);
  const all = others.reduce(
    (query, other) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('user_words as other')
            .select(sql.lit(1).as('one'))
            .whereRef('other.user_id', '=', 'user_words.user_id')
            .where('other.word', '>=', other)
            .where('other.word', '<', afterPrefix(other)),
        ),
      ),
    entries,
  );
  return all.select('user_words.user_id as id').distinct() as unknown as Ids;
}

/** Without a tenant every tenant is named, so that the tree by tenant and word serves. */
const entriesOf = (db: Db, word: string, tenantId: number | undefined) =>
  db
    .selectFrom('user_words')
    .where(
      'user_words.tenant_id',
      'in',
      tenantId === undefined ? db.selectFrom('tenants').select('tenants.id') : [tenantId],
    )
    .where('user_words.word', '>=', word)
    .where('user_words.word', '<', afterPrefix(word));

async function byRarity(db: Db, words: readonly string[], tenantId: number | undefined) {
  const most = words.length > 1 ? PROBED : FEW;
  const counted: { word: string; count: number }[] = [];
  for (const word of words) {
    const entries = entriesOf(db, word, tenantId).select('user_words.user_id as id');
    counted.push({ word, count: await countUpTo(db, entries as unknown as Ids, most + 1) });
  }
  return counted.sort((one, other) => one.count - other.count);
}
