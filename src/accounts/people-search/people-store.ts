import { type ExpressionBuilder, sql } from 'kysely';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db } from '../../platform/database/database.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { RememberedValues } from '../../platform/database/remembered-read.ts';
import { isIn } from '../../platform/database/sql-fragments.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import {
  among,
  type ListSchema,
  type ListScope,
  type People,
  type PeopleInFull,
  peopleIn,
  withAccounts,
} from '../users/tenant-people-store.ts';
import type { UserStatus } from '../users/user.ts';
import { hasWords, mayHaveWords } from '../users/word-search.ts';
import { hasInvitation, type InvitationFilter } from './invitation-of-store.ts';
import type { ListedPerson } from './listed-person.ts';
import { PEOPLE_BOUNDS } from './people-bounds.ts';
import {
  type Candidates,
  candidatesOf,
  countDistinct,
  countInStanding,
  distinct,
  inStanding,
  isOfRareStanding,
} from './people-candidates-store.ts';
import { inFull, orderedParts, pageInOrder } from './people-in-order-store.ts';
import { begun, inOrder, isByName, type PeoplePage, startOf } from './people-order.ts';

export interface PeopleFilter extends ListScope {
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
  readonly invitation?: InvitationFilter | undefined;
  readonly signedIn?: 'never' | 'ever' | undefined;
  /** Folded; each must begin a word of the person. */
  readonly words: readonly string[];
  /** A full OIB, searched alone. */
  readonly oib?: string | undefined;
}

type Listed = ExpressionBuilder<ListSchema, 'listed'>;

/** One page of people with one extra row, and the count up to just above the cap. */
export async function listPeople(
  db: Db,
  filter: PeopleFilter,
  page: PeoplePage,
  bounds = PEOPLE_BOUNDS,
  totals?: RememberedValues<number>,
): Promise<{ rows: ListedPerson[]; counted: number }> {
  const { cap, walked } = bounds;
  const candidates = await candidatesOf(db, filter, isByName(page.sort), bounds);
  if (candidates.isMany && isOfStandingAlone(filter)) return pageOfStanding(db, filter, page, cap, totals);
  const walk = await walkedPage(db, filter, page, candidates, walked);
  if (walk !== undefined) return { rows: walk, counted: await countMany(db, filter, candidates, cap) };
  const { rows, counted } = await pageOf(db, filter, page, candidates);
  const isFirst = page.after === undefined && page.from === undefined;
  if (isFirst) return { rows, counted: Math.min(counted, cap + 1) };
  return { rows, counted: await countOf(db, foundOf(db, filter, candidates), cap) };
}

/** The name of a total that is remembered. */
const totalKey = ({ tenantId, below, role, status }: PeopleFilter): string =>
  JSON.stringify([tenantId, below, role, status]);

/** Counting ten thousand people takes longer than reading fifty, so a total that is known is not counted again. */
async function pageOfStanding(
  db: Db,
  filter: PeopleFilter,
  page: PeoplePage,
  cap: number,
  totals: RememberedValues<number> | undefined,
): Promise<{ rows: ListedPerson[]; counted: number }> {
  const list = totalKey(filter);
  const total = totals?.find(list);
  const { rows, counted } = await pageInOrder(db, filter, page, total === undefined ? cap + 1 : undefined);
  if (total === undefined) totals?.keep(list, counted);
  return { rows, counted: total ?? counted };
}

/** The count alone, up to just above the cap. */
export async function countPeople(
  db: Db,
  filter: PeopleFilter,
  bounds = PEOPLE_BOUNDS,
  totals?: RememberedValues<number>,
): Promise<number> {
  const { cap } = bounds;
  const candidates = await candidatesOf(db, filter, true, bounds);
  const isOfStanding = candidates.isMany && isOfStandingAlone(filter);
  const known = isOfStanding ? totals?.find(totalKey(filter)) : undefined;
  if (known !== undefined) return known;
  const counted = candidates.isMany
    ? await countMany(db, filter, candidates, cap)
    : await countOf(db, foundOf(db, filter, candidates), cap);
  if (isOfStanding) totals?.keep(totalKey(filter), counted);
  return counted;
}

/** The same page without a count, for exports. */
export async function takePeople(
  db: Db,
  filter: PeopleFilter,
  page: PeoplePage,
  bounds = PEOPLE_BOUNDS,
): Promise<ListedPerson[]> {
  const candidates = await candidatesOf(db, filter, isByName(page.sort), bounds);
  if (candidates.isMany && isOfStandingAlone(filter)) return (await pageInOrder(db, filter, page)).rows;
  const walk = await walkedPage(db, filter, page, candidates, bounds.walked);
  return walk ?? (await pageOf(db, filter, page, candidates)).rows;
}

/** The ids of everybody who matches, unordered and in portions: a short list at once, else the next ones by id. */
export async function* takeIds(
  db: Db,
  filter: PeopleFilter,
  most: number,
  bounds = PEOPLE_BOUNDS,
): AsyncGenerator<readonly UserId[]> {
  const candidates = await candidatesOf(db, filter, false, bounds);
  if (!candidates.isMany) {
    yield idsOf(await foundOf(db, filter, candidates).select('listed.user_id as id').execute());
    return;
  }
  for (let after = 0; ; ) {
    const next = saying(matching(peopleIn(db, filter), filter), filter.words)
      .where('listed.user_id', '>', after)
      .orderBy('listed.user_id')
      .limit(most);
    const ids = idsOf(await next.select('listed.user_id as id').execute());
    yield ids;
    if (ids.length < most) return;
    after = ids.at(-1) ?? after;
  }
}

/** Those of these people who match. */
export async function matchingAmong(db: Db, filter: PeopleFilter, ids: readonly UserId[]): Promise<UserId[]> {
  const found = withAccounts(matching(peopleIn(db, filter), filter)).where(hasWords(filter.words));
  const asked = found.where('listed.user_id', 'in', valuesOf('bigint', ids)).select('users.id');
  const { oib } = filter;
  return idsOf(await (oib === undefined ? asked : asked.where('users.oib', '=', oib)).execute());
}

const idsOf = (rows: readonly { readonly id: UserId }[]): UserId[] => rows.map(({ id }) => id);

/** The page, and the count from the start of the list. */
async function pageOf(db: Db, filter: PeopleFilter, page: PeoplePage, candidates: Candidates) {
  const chosen = inOrder(begun(foundOf(db, filter, candidates), page.sort, startOf(page)), page.sort)
    .select('listed.user_id as id')
    .select(({ fn }) => fn.countAll<number>().over().as('counted'))
    .limit(page.limit + 1);
  const people = withAccounts(among(db, chosen, filter));
  const found = await inFull(inOrder(people, page.sort), page.at)
    .select(sql.ref<number>('found.counted').as('counted'))
    .execute();
  return { rows: found.map(({ counted: _, ...row }): ListedPerson => row), counted: found[0]?.counted ?? 0 };
}

const foundOf = (db: Db, filter: PeopleFilter, { ids, words }: Pick<Candidates, 'ids' | 'words'>): People =>
  matchingRows(db, filter, { ids: ids && distinct(db, ids), words });

/** The rows of a list that match, each as often as the list has it. */
const matchingRows = (db: Db, filter: PeopleFilter, { ids, words }: Pick<Candidates, 'ids' | 'words'>): People =>
  saying(matching(ids === undefined ? peopleIn(db, filter) : among(db, ids, filter), filter), words);

/** Those who have all words, for which their accounts are read. */
const saying = (people: People, words: readonly string[]): People =>
  words.length === 0 ? people : withAccounts(people).where(hasWords(words));

/** A walk that found a part of a page goes on to as many times its length. */
const FURTHER = 4;

/**
 * Many people are scanned in list order. `undefined`: the page is to be read from the candidates, because they are few, or `most`
 * people did not nearly fill it.
 */
async function walkedPage(
  db: Db,
  filter: PeopleFilter,
  page: PeoplePage,
  candidates: Candidates,
  most: number,
): Promise<ListedPerson[] | undefined> {
  if (!candidates.isMany) return undefined;
  const rows = page.limit + 1;
  const found: ListedPerson[] = [];
  for (const ordered of orderedParts(db, filter, page.sort, startOf(page))) {
    const sought = inOrder(
      soughtOf(withAccounts(among(db, ordered.limit(most), filter)), filter, candidates),
      page.sort,
      'found',
    );
    found.push(
      ...(await inFull(sought, page.at)
        .limit(rows - found.length)
        .execute()),
    );
    if (found.length === rows) return found;
    if ((await countUpTo(db, ordered, most + 1)) > most)
      return found.length * FURTHER < rows ? undefined : walkedPage(db, filter, page, candidates, most * FURTHER);
  }
  return found;
}

/** Filters the entries of the walk before their rows are read. */
function soughtOf(people: PeopleInFull, filter: PeopleFilter, { ids, words, isNamed }: Candidates): PeopleInFull {
  const { words: all } = filter;
  const found = matching(people, filter);
  if (isNamed && ids !== undefined) return found.where(isIn('found.id', ids)).where(hasWords(words));
  return all.length === 0 ? found : found.where(mayHaveWords('found.word_bits', all)).where(hasWords(all));
}

const matching = <Some extends People>(people: Some, filter: PeopleFilter): Some =>
  people.where((listed) => listed.and(conditions(listed, filter))) as Some; // a condition changes no type

function conditions(listed: Listed, { role, status, invitation, signedIn }: PeopleFilter) {
  const all = [status === undefined ? listed('listed.status', '<>', 'deleted') : listed('listed.status', '=', status)];
  if (role !== undefined) all.push(listed('listed.role', '=', role));
  if (invitation !== undefined) all.push(hasInvitation(listed, invitation));
  if (signedIn !== undefined) all.push(listed('listed.last_login_at', signedIn === 'never' ? 'is' : 'is not', null));
  return all;
}

const isOfStandingAlone = ({ words, invitation, signedIn }: PeopleFilter): boolean =>
  words.length === 0 && invitation === undefined && signedIn === undefined;

const isOfCommonStanding = ({ role, status, invitation, signedIn }: PeopleFilter): boolean =>
  !isOfRareStanding({ role, status }) && invitation === undefined && signedIn === undefined;

/** Up to one more than the cap. */
async function countMany(
  db: Db,
  filter: PeopleFilter,
  { ids, words, isExact, isNamed }: Candidates,
  cap: number,
): Promise<number> {
  if (ids === undefined) return countOf(db, inStanding(db, filter), cap);
  if (isExact) return countUpTo(db, ids, cap + 1);
  // Nothing narrows down those of another standing, whom no word names: there are more of them than of the list.
  if (isNamed && words.length === 0 && (filter.role ?? filter.status) !== undefined)
    return countOf(db, foundOf(db, filter, { ids, words }), cap);
  return words.length === 0 && isOfCommonStanding(filter)
    ? countInStanding(db, ids, filter, cap + 1)
    : countDistinct(db, matchingRows(db, filter, { ids, words }).select('listed.user_id as id'), filter, cap + 1);
}

const countOf = (db: Db, people: People, cap: number): Promise<number> =>
  countUpTo(db, people.select(sql.lit(1).as('one')), cap + 1);
