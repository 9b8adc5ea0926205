import { expressionBuilder } from 'kysely';
import { countedUpTo, countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db } from '../../platform/database/database.ts';
import { statementByShape } from '../../platform/database/prepared-statement.ts';
import type { Ids } from '../../platform/database/sql-fragments.ts';
import { type Instant, latestWritten } from '../../platform/kernel/clock.ts';
import { policyVersionOfTenant } from '../tenants/tenants-store.ts';
import { PERSONS_COLUMNS } from '../users/callers-account.ts';
import {
  among,
  type ListSchema,
  type People,
  type PeopleInFull,
  peopleIn,
  withAccounts,
} from '../users/tenant-people-store.ts';
import { invitationOfUser } from './invitation-of-store.ts';
import type { ListedPerson } from './listed-person.ts';
import { inStanding, ofOneStanding, type Standing, standingsOf } from './people-candidates-store.ts';
import {
  begun,
  directionOf,
  inOrder,
  isByName,
  type PageStart,
  type PeoplePage,
  partsByLastLogin,
  startOf,
} from './people-order.ts';
import { isByLastLogin, type PeopleSort } from './people-sort.ts';

/** The account's columns. What its membership says is that of the listed row. */
const ACCOUNTS_COLUMNS = PERSONS_COLUMNS.filter(
  (column): column is Exclude<typeof column, 'users.status'> => column !== 'users.status',
);

/** The rows of a list. @param written the latest time at which a link that counts was made */
export const inFull = (people: PeopleInFull, at: Instant, written = latestWritten(at)) =>
  people
    .innerJoin('tenants', 'tenants.id', 'listed.member_of')
    .select([...ACCOUNTS_COLUMNS, 'users.deleted_at', 'users.sort_key'])
    .select(['listed.member_of as tenant_id', 'listed.role', 'listed.status'])
    .select(['tenants.name as tenant_name', policyVersionOfTenant])
    .select(invitationOfUser(at, written));

/** What narrows a list in order, without a search. */
interface Narrowed extends Standing {
  readonly signedIn?: 'never' | 'ever' | undefined;
}

/** The remaining people in list order, in parts that follow each other: each is read from an index. */
export function orderedParts(db: Db, filter: Narrowed, sort: PeopleSort, start: PageStart): Ids[] {
  if (isByName(sort)) return [mergedByName(db, filter, sort, start)];
  const people = inStandingAndSignedIn(db, filter);
  const parts = isByLastLogin(sort)
    ? partsByLastLogin(expressionBuilder<ListSchema, 'listed'>(), sort, start).map((part) => people.where(part))
    : [begun(people, sort, start)];
  return parts.map((part) =>
    inOrder(part, sort).select(['listed.user_id as id', 'listed.last_login_at', 'listed.word_bits']),
  );
}

function inStandingAndSignedIn(db: Db, { role, status, signedIn, ...scope }: Narrowed): People {
  let people = peopleIn(db, scope);
  people =
    status === undefined ? people.where('listed.status', '<>', 'deleted') : people.where('listed.status', '=', status);
  if (role !== undefined) people = people.where('listed.role', '=', role);
  return signedIn === undefined
    ? people
    : people.where('listed.last_login_at', signedIn === 'never' ? 'is' : 'is not', null);
}

const COLUMNS_BY_NAME = ['listed.sort_key', 'listed.user_id as id', 'listed.word_bits'] as const;

/** By name there is an index range for each standing. PostgreSQL merges them only if each is ordered itself. */
function mergedByName(db: Db, filter: Standing, sort: PeopleSort, start: PageStart): Ids {
  const direction = directionOf(sort);
  const lists = standingsOf(filter).map((standing) => {
    const list = inOrder(begun(ofOneStanding(db, standing), sort, start), sort).select(COLUMNS_BY_NAME);
    return db.selectFrom(list.as('listed')).select(['listed.sort_key', 'listed.id', 'listed.word_bits']);
  });
  const merged = lists.reduce((all, list) => all.unionAll(list));
  return merged.orderBy('sort_key', direction).orderBy('id', direction);
}

interface Shape {
  readonly sort: PeopleSort;
  readonly below: boolean | undefined;
  readonly part: number;
  /** Up to which number all people of the list are counted. */
  readonly most: number | undefined;
}

interface Values extends Omit<Standing, 'below'>, PageStart {
  readonly rows: number;
  readonly at: Instant;
  readonly written: Instant;
}

/** Rows of one part of a list, and the count of the whole. */
const readPart = statementByShape((db: Db, { sort, below, part, most }: Shape, values: Values) => {
  const { rows, at, written } = values;
  const standing = { ...values, below };
  const ordered = orderedParts(db, standing, sort, values)[part];
  if (ordered === undefined) throw new Error(`${sort} has no part ${part}`);
  const people = withAccounts(among(db, ordered.limit(rows), standing));
  const found = inFull(inOrder(people, sort, 'found'), at, written).limit(rows);
  return most === undefined ? found : found.select(countedUpTo(inStanding(db, standing), most).as('counted'));
});

/**
 * A page of everybody of a role, status or tenant, with one extra row: straight from an index, in one statement that is built once.
 * @param most counted are so many at most; without it nobody is
 */
export async function pageInOrder(
  db: Db,
  { tenantId, below, role, status }: Standing,
  { sort, after, from, limit, at }: PeoplePage,
  most?: number,
): Promise<{ rows: ListedPerson[]; counted: number }> {
  const start = startOf({ sort, after, from });
  const values = { tenantId, role, status, ...start, at, written: latestWritten(at) };
  const parts = isByLastLogin(sort)
    ? partsByLastLogin(expressionBuilder<ListSchema, 'listed'>(), sort, start).length
    : 1;
  const found: (ListedPerson & { counted?: number })[] = [];
  for (let part = 0; part < parts && found.length <= limit; part++) {
    const shape = { sort, below, part, most: found.length === 0 ? most : undefined };
    found.push(...(await readPart(db, shape, { ...values, rows: limit + 1 - found.length })).rows);
  }
  const counted =
    found[0]?.counted ??
    (most === undefined ? 0 : await countUpTo(db, inStanding(db, { ...values, below }).select('listed.user_id'), most));
  for (const row of found) delete row.counted; // copies without it would take longer than the statement
  return { rows: found, counted };
}
