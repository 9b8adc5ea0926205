import { sql } from 'kysely';
import { countedUpTo } from '../../platform/database/count-up-to.ts';
import type { Db } from '../../platform/database/database.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { TOTAL_CAP } from '../../platform/http/list-wire.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { type ListScope, peopleIn, withAccounts } from '../users/tenant-people-store.ts';
import type { Duplicate } from './duplicate.ts';
import type { ListedPerson } from './listed-person.ts';
import { inFull } from './people-in-order-store.ts';

export interface DuplicatesPage {
  /** Only pairs after this one, in the order of their ids. */
  readonly after: Duplicate | undefined;
  readonly limit: number;
}

export interface DuplicateRow extends Duplicate {
  /** 1 or 0, as the engines compare. */
  readonly by_oib: number;
  readonly by_name: number;
}

/**
 * Pairs of people who may be one, with one extra row. Each is beside the oldest who has the same: a number that stands with a thousand
 * people makes a thousand pairs, not half a million.
 */
export async function listDuplicates(
  db: Db,
  scope: ListScope,
  { after, limit }: DuplicatesPage,
): Promise<{ rows: DuplicateRow[]; counted: number }> {
  const statement = db
    .with('compared', () => comparedIn(db, scope))
    .with('found', (named) => {
      const people = named.selectFrom('compared');
      return people
        .where('oib', '<>', '')
        .select(['id', sql<UserId>`min(id) over (partition by oib)`.as('oldest')])
        .select([sql<number>`1`.as('by_oib'), sql<number>`0`.as('by_name')])
        .unionAll(
          people
            .where('phone_digits', '<>', '')
            .where('sort_key', '<>', ' ') // without a name
            .select(['id', sql<UserId>`min(id) over (partition by sort_key, phone_digits)`.as('oldest')])
            .select([sql<number>`0`.as('by_oib'), sql<number>`1`.as('by_name')]),
        );
    })
    .with('pairs', (named) =>
      named
        .selectFrom('found')
        .whereRef('oldest', '<', 'id')
        .groupBy(['oldest', 'id'])
        .select(['oldest', 'id'])
        .select(({ fn }) => [fn.max('by_oib').as('by_oib'), fn.max('by_name').as('by_name')]),
    );
  const pairs = statement.selectFrom('pairs');
  const started =
    after === undefined
      ? pairs
      : pairs.where(({ or, and, eb }) =>
          or([eb('oldest', '>', after.oldest), and([eb('oldest', '=', after.oldest), eb('id', '>', after.id)])]),
        );
  const rows = await started
    .selectAll()
    .select(countedUpTo(db.selectFrom(sql`pairs`.as('all_pairs')), TOTAL_CAP + 1).as('counted'))
    .orderBy('oldest')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  return { rows, counted: rows[0]?.counted ?? 0 };
}

const comparedIn = (db: Db, scope: ListScope) =>
  peopleIn(db, scope)
    .where('listed.status', '<>', 'deleted')
    .innerJoin('users', 'users.id', 'listed.user_id')
    .select(['users.id', 'users.oib', 'users.sort_key', 'users.phone_digits']);

/** These people as a list of the scope has them. */
export const listPeopleNamed = (
  db: Db,
  scope: ListScope,
  ids: readonly UserId[],
  at: Instant,
): Promise<ListedPerson[]> =>
  inFull(withAccounts(peopleIn(db, scope).where('listed.user_id', 'in', valuesOf('bigint', ids))), at).execute();
