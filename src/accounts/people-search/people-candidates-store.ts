import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { type Ids, idsAsText, namedIds } from '../../platform/database/sql-fragments.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { ROLES, type Role } from '../../platform/kernel/role.ts';
import {
  among,
  type InvitationInRow,
  type ListScope,
  type People,
  peopleIn,
  withAccounts,
} from '../users/tenant-people-store.ts';
import { PRESENT_STATUSES, STATUSES, type UserStatus } from '../users/user.ts';
import { hasWords, type Listed, mayHaveWords, ofWord } from '../users/word-search.ts';
import { hasStateInRow, type InvitationFilter, inRow, ofOpenInvitations, wasInvited } from './invitation-of-store.ts';
import { PEOPLE_BOUNDS } from './people-bounds.ts';

/** Where people belong: the indexes of lists by name begin with it. */
export interface Standing extends ListScope {
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
}

interface OneStanding extends ListScope {
  readonly role: Role;
  readonly status: UserStatus;
}

/** The conditions that narrow a list by index. */
interface Narrowing extends Standing {
  readonly words: readonly string[];
  readonly oib?: string | undefined;
  readonly invitation?: InvitationFilter | undefined;
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
  /** Whether `ids` is a list of ids, rather than a query that finds them. */
  readonly isNamed: boolean;
  /** Whether all of them match, and none is repeated. */
  readonly isExact?: boolean;
}

interface Measured extends Listed {
  /** Infinite for a list that is longer than was counted. */
  readonly length: number;
  /** Those who may have all words, by their word bits. */
  readonly likely: Ids;
  /** Whether they are so few that they can be looked up one by one. */
  readonly isFew: boolean;
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
  if (filter.oib !== undefined) return { ids: withOib(db, filter.oib), words: [], isMany: false, isNamed: false };
  const ofState = await ofStateOfAccount(db, filter, bounds);
  if (ofState !== undefined) return ofState;
  // Each role and status has an index by name, from which a page is read.
  if (words.length === 0 && byName) return EVERYBODY;
  const chosen = await shortestOf(db, filter, bounds);
  if (chosen === undefined) return EVERYBODY;
  const { likely, word, isFew, isNamed } = chosen;
  return { ids: likely, words: words.filter((other) => other !== word), isMany: !isFew, isNamed };
}

const EVERYBODY: Candidates = { ids: undefined, words: [], isMany: true, isNamed: false };

/**
 * Finds the index list that leaves the fewest people who may have all words. There is one for the role or status and one for each
 * word. Stops at the first one that leaves few, and reads none beyond the length of the shortest so far.
 */
async function shortestOf(
  db: Db,
  filter: Narrowing,
  { few, met, named }: typeof PEOPLE_BOUNDS,
): Promise<Measured | undefined> {
  const { words } = filter;
  const lists = words.map((word) => ofWord(db, word, filter));
  const isOfRare = isOfRareStanding(filter);
  const most = Math.max(few, named);
  // A walk in order would meet few of a rare standing.
  const enough = isOfRare ? most : few;
  const longest = lists.length > 1 || isOfRare ? met : lists[0]?.isScattered ? most : few;
  const wanted = lists.map((list) => ({ list, length: longest }));
  if (isOfRare) wanted.unshift({ list: ofStanding(db, filter), length: lists.length === 0 ? few : met });
  let shortest: Measured | undefined;
  for (const { list, length } of wanted) {
    const found = await measure(db, list, words, {
      length: Math.min(length, shortest?.length ?? Infinity),
      enough,
      most,
    });
    if (found.isFew) return found;
    if (shortest === undefined || found.length < shortest.length) shortest = found;
  }
  return shortest;
}

/** Most people are active members, so their list is longer than that of a word. */
export const isOfRareStanding = ({ role, status }: Pick<Standing, 'role' | 'status'>): boolean =>
  (role ?? 'member') !== 'member' || (status ?? 'active') !== 'active';

interface Bounds {
  /** A longer list is not read completely. */
  readonly length: number;
  /** Up to this number counts as few. */
  readonly enough: number;
  /** Most candidates that are listed by id. */
  readonly most: number;
}

/** Lists the candidates by id if another condition narrows the list, or it is read from many ranges, so that it is read only once. */
async function measure(
  db: Db,
  list: Listed,
  words: readonly string[],
  { length, enough, most }: Bounds,
): Promise<Measured> {
  const mayHave = mayHaveWords(list.bits, words);
  const listed = list.ids
    .select(mayHave.as('is_likely'))
    .limit(length + 1)
    .as('listed');
  const isLikely = sql<boolean>`listed.is_likely`;
  const counted = db
    .selectFrom(listed)
    .select(({ fn }) => [fn.countAll<number>().as('read'), fn.countAll<number>().filterWhere(isLikely).as('left')]);
  const measured = ({ read, left }: { readonly read: number; readonly left: number }) => {
    const isRead = read <= length;
    const likely = list.ids.where(mayHave);
    return {
      ...list,
      length: isRead ? read : Infinity,
      isFew: isRead && left <= enough,
      likely,
      isNamed: false,
    } as const;
  };
  if (!list.isScattered && words.every((word) => word === list.word))
    return measured(await counted.executeTakeFirstOrThrow());
  const names = idsAsText(sql.ref<number>('listed.id'), isLikely).as('names');
  const { names: ids, ...counts } = await counted.select(names).executeTakeFirstOrThrow();
  const found = measured(counts);
  const isNamed = found.length < Infinity && counts.left <= most;
  return isNamed ? { ...found, likely: namedIds(db, ids), isNamed } : found;
}

/** `undefined` for a longer list. */
async function namedUpTo(db: Db, ids: Ids, most: number): Promise<Ids | undefined> {
  const listed = db.selectFrom(ids.limit(most + 1).as('listed'));
  const names = idsAsText(sql.ref<number>('listed.id'), sql`1 = 1`).as('names');
  const found = await listed.select(({ fn }) => [fn.countAll<number>().as('read'), names]).executeTakeFirstOrThrow();
  return found.read > most ? undefined : namedIds(db, found.names);
}

/**
 * Counts distinct people of this standing on a list, up to `most`. People of another standing are excluded by an index alone: most
 * of them are deleted and erased, have no words, and so are never read.
 */
export function countInStanding(db: Db, ids: Ids, filter: Narrowing, most: number): Promise<number> {
  const parts = inOtherStandings(db, filter).map((part) =>
    part
      .where(mayHaveWords('listed.word_bits', filter.words))
      .where('listed.word_bits', '<>', 0)
      .select('listed.user_id as id'),
  );
  // SQLite takes half as long for this as for a list without them.
  const outside = parts.reduce((all, part) => all.unionAll(part));
  const counted = sql<number | null>`case when listed.id in ${outside} then null else listed.id end`;
  return countDistinct(db, ids, filter, most, counted);
}

/**
 * Counts in a beginning of the list, since PostgreSQL would sort a long one completely. With many tenants whoever is in several is on it
 * several times.
 */
export async function countDistinct(
  db: Db,
  ids: Ids,
  { tenantId, below }: ListScope,
  most: number,
  counted: RawBuilder<number | null> = sql.ref('listed.id'),
): Promise<number> {
  const isOfMany = tenantId === undefined || below === true;
  for (let length = Math.ceil((isOfMany ? 1.5 : 1.1) * most); ; length *= 2) {
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

/** Everybody of a role or status, from the index by standing alone: it covers the rest. */
const ofStanding = (db: Db, filter: Standing): Listed => ({
  ids: inStanding(db, filter).select(PERSON),
  bits: 'listed.word_bits',
});

/**
 * People by their invitation or sign-ins, and some others, who are filtered out later: the first list that is short. Without words, the last
 * one if none is.
 */
async function ofStateOfAccount(
  db: Db,
  filter: Narrowing,
  { few, named }: typeof PEOPLE_BOUNDS,
): Promise<Candidates | undefined> {
  const { words } = filter;
  const lists = listsOfState(db, filter);
  const most = isOfRareStanding({ role: filter.role }) ? Math.max(few, named) : few; // too few to be met soon among others
  for (const list of lists) {
    const ids = await namedUpTo(db, list, most);
    if (ids !== undefined) return { ids, words, isMany: false, isNamed: true };
  }
  const ids = lists.at(-1);
  if (ids === undefined || words.length > 0) return undefined;
  return { ids, words, isMany: true, isNamed: false, isExact: hasStateInRow(filter.invitation?.state) };
}

/** From an index alone each. The last one has all conditions, but for links: there may be many more of others than of the scope. */
function listsOfState(db: Db, filter: Narrowing): Ids[] {
  const { invitation, signedIn, words } = filter;
  const lists: Ids[] = [];
  if (invitation?.state === 'pending') lists.push(ofOpenInvitations(db, invitation.at));
  if (invitation !== undefined) lists.push(invitedIn(db, filter, invitation));
  if (signedIn === undefined || words.length > 0) return lists; // the list of a word is shorter than one by sign-ins
  if (invitation === undefined && isOfRareStanding(filter)) lists.push(ofStanding(db, filter).ids);
  return [...lists, signedInIn(db, filter, signedIn)];
}

const invitedIn = (db: Db, filter: Standing, { state }: InvitationFilter): Ids =>
  inStanding(db, filter)
    .where((listed) => wasInvited(listed, state))
    .select(PERSON);

/** Read by the last sign-in: as expressions, the other conditions have no index. */
function signedInIn(db: Db, { role, status, invitation, ...scope }: Narrowing, signedIn: 'never' | 'ever'): Ids {
  let people = peopleIn(db, scope).where('listed.last_login_at', signedIn === 'never' ? 'is' : 'is not', null);
  people =
    status === undefined
      ? people.where('listed.status', '<>', 'deleted')
      : people.where(sql<UserStatus>`listed.status || ''`, '=', status);
  if (role !== undefined) people = people.where('listed.role', '=', role);
  if (invitation !== undefined)
    people = people.where(sql<InvitationInRow>`listed.invitation || ''`, '=', inRow(invitation.state));
  return people.select(PERSON);
}

/**
 * As an expression: where each is wanted once, SQLite else reads everybody by id, by an index that has them in that order, rather than
 * those of the standing.
 */
const PERSON = sql<UserId>`+listed.user_id`.as('id');

export function inStanding(db: Db, { role, status, ...scope }: Standing): People {
  const present = peopleIn(db, scope).where('listed.status', 'in', statusesOf(status));
  return role === undefined ? present : present.where('listed.role', '=', role);
}

/** In two parts, each of which is read from ranges of an index. Few, unless the standing is rare. */
function inOtherStandings(db: Db, { role, status, ...scope }: Standing): People[] {
  const [statuses, roles] = [statusesOf(status), rolesOf(role)];
  const others = STATUSES.filter((one) => !statuses.includes(one));
  const otherRoles = ROLES.filter((one) => !roles.includes(one));
  const people = peopleIn(db, scope);
  const parts = [people.where('listed.status', 'in', others)];
  if (otherRoles.length > 0)
    parts.push(people.where('listed.status', 'in', statuses).where('listed.role', 'in', otherRoles));
  return parts;
}

/** Every requested pair of status and role. */
export const standingsOf = ({ tenantId, below, role, status }: Standing): OneStanding[] =>
  statusesOf(status).flatMap((one) => rolesOf(role).map((other) => ({ tenantId, below, status: one, role: other })));

const statusesOf = (status: UserStatus | undefined): UserStatus[] =>
  status === undefined ? PRESENT_STATUSES : [status];

const rolesOf = (role: Role | undefined): Role[] => (role === undefined ? [...ROLES] : [role]);

export const ofOneStanding = (db: Db, { role, status, ...scope }: OneStanding): People =>
  peopleIn(db, scope).where('listed.status', '=', status).where('listed.role', '=', role);

export const distinct = (db: Db, ids: Ids): Ids => db.selectFrom(ids.as('listed')).select('listed.id').distinct();

/** Those of `ids` who have all words. */
export const having = (db: Db, ids: Ids, scope: ListScope, words: readonly string[]): Ids =>
  words.length === 0
    ? ids
    : withAccounts(among(db, ids, scope))
        .select('users.id')
        .where(hasWords(words));
