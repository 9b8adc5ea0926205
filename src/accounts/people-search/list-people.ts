import type { Db, Reads } from '../../platform/database/database.ts';
import { rememberedValues } from '../../platform/database/remembered-read.ts';
import type { Page } from '../../platform/http/list-wire.ts';
import { type CursorKey, keyFromCursor } from '../../platform/http/page-cursor.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianSortKey } from '../../platform/kernel/croatian-sort-key.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import { typedOib } from '../../platform/kernel/typed-text.ts';
import { isOib } from '../users/oib.ts';
import type { ListScope } from '../users/tenant-people-store.ts';
import type { UserStatus } from '../users/user.ts';
import { searchWords } from '../users/user-words.ts';
import type { InvitationOfPerson } from './invitation-of.ts';
import { findInvitationOf } from './invitation-of-store.ts';
import type { ListedPerson } from './listed-person.ts';
import { readsFor } from './matching-people.ts';
import { PEOPLE_BOUNDS } from './people-bounds.ts';
import { type PeopleSort, peopleKey, shapeOfKey } from './people-sort.ts';
import * as store from './people-store.ts';

/** The scope is the caller's (`scopeOf`). */
export interface PeopleQuery extends ListScope {
  readonly q: string;
  /** Whether a full OIB may be searched for: not by callers who see it masked. */
  readonly byOib: boolean;
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
  readonly invitation?: store.PeopleFilter['invitation'];
  readonly signedIn?: store.PeopleFilter['signedIn'];
  readonly sort: PeopleSort;
  readonly cursor: string | undefined;
  /** The list starts at the first name not before these letters, in Croatian order; only with `sort` by name. */
  readonly from?: string | undefined;
  readonly limit: number;
  /** The time, by which links of invitations are valid or not. */
  readonly at: Instant;
}

/** One page of people. @throws InvalidRequest (422) for a cursor of another list or order */
export async function listPeople(
  reads: Reads,
  { q, byOib, sort, cursor, from, limit, at, ...filter }: PeopleQuery,
): Promise<Page<ListedPerson>> {
  if (from !== undefined && sort !== 'name')
    throw invalidField('query', 'from', 'order', 'Početno slovo vrijedi samo za redoslijed po imenu.');
  const sought = soughtFor(q, byOib);
  if (sought === undefined) return { rows: [], counted: 0, limit };
  const after = cursor === undefined ? undefined : keyFromCursor(peopleList(sort), shapeOfKey(sort), cursor);
  const page = { sort, after, from: from === undefined ? undefined : croatianSortKey(from), limit, at };
  const db = readerFor(reads, { q, ...filter });
  return { ...(await store.listPeople(db, { ...filter, ...sought }, page, PEOPLE_BOUNDS, totalsOf(reads))), limit };
}

const totalsOf = rememberedValues<number>();

const TAKEN_AT_ONCE = 200;

/** All people of a list in its order, in pages: no open cursor, and no faster than the reader. */
export async function* takePeople(
  reads: Reads,
  { q, byOib, sort, at, ...filter }: Omit<PeopleQuery, 'cursor' | 'from' | 'limit'>,
): AsyncGenerator<readonly ListedPerson[]> {
  const sought = soughtFor(q, byOib);
  const db = readerFor(reads, { q, ...filter });
  let after: CursorKey | undefined;
  while (sought !== undefined) {
    const page = { sort, after, limit: TAKEN_AT_ONCE, at };
    const rows = (await store.takePeople(db, { ...filter, ...sought }, page)).slice(0, TAKEN_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = peopleKey(sort)(last);
  }
}

/** How many match: exactly up to the cap of totals, and above it one more. */
export async function countPeople(reads: Reads, { q, byOib, ...filter }: PeopleSearch): Promise<number> {
  const sought = soughtFor(q, byOib);
  if (sought === undefined) return 0;
  return store.countPeople(
    readerFor(reads, { q, ...filter }),
    { ...filter, ...sought },
    PEOPLE_BOUNDS,
    totalsOf(reads),
  );
}

const IDS_AT_ONCE = 2000;

export type PeopleSearch = Omit<PeopleQuery, 'cursor' | 'from' | 'limit' | 'sort' | 'at'>;

/** The ids of everybody who matches, in portions and no order. */
export async function* takePeopleIds(db: Db, { q, byOib, ...filter }: PeopleSearch): AsyncGenerator<readonly UserId[]> {
  const sought = soughtFor(q, byOib);
  if (sought !== undefined) yield* store.takeIds(db, { ...filter, ...sought }, IDS_AT_ONCE);
}

/** The ids of those of these people who match. */
export async function findMatching(
  db: Db,
  { q, byOib, ...filter }: PeopleSearch,
  ids: readonly UserId[],
): Promise<readonly UserId[]> {
  const sought = soughtFor(q, byOib);
  return sought === undefined ? [] : store.matchingAmong(db, { ...filter, ...sought }, ids);
}

/** No index has these lists in order either. */
const readerFor = (
  reads: Reads,
  { q, invitation, signedIn }: Pick<PeopleQuery, 'q' | 'invitation' | 'signedIn'>,
): Db => (invitation === undefined && signedIn === undefined ? readsFor(reads, q) : reads.bulkRead);

/** The conditions of a search text; `undefined` when it can match nobody. */
function soughtFor(q: string, byOib: boolean): Pick<store.PeopleFilter, 'words' | 'oib'> | undefined {
  const text = q.trim();
  const digits = typedOib(text);
  const oib = byOib && isOib(digits) ? digits : undefined;
  const words = oib === undefined ? searchWords(text) : [];
  return text !== '' && oib === undefined && words.length === 0 ? undefined : { words, oib };
}

/** List name inside its cursors. */
export const peopleList = (sort: PeopleSort): string => `people:${sort}`;

/** The state of one person's invitation. */
export const invitationOf = (db: Db, id: UserId, at: Instant): Promise<InvitationOfPerson> =>
  findInvitationOf(db, id, at);
