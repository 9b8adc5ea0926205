import type { Reads } from '../../platform/database/database.ts';
import type { Page } from '../../platform/http/list-wire.ts';
import { type CursorKey, keyFromCursor } from '../../platform/http/page-cursor.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { ListScope } from '../users/tenant-people-store.ts';
import type { Likeness } from './duplicate.ts';
import * as store from './duplicates-store.ts';
import type { ListedPerson } from './listed-person.ts';

export const DUPLICATES_LIST = 'duplicates';

/** Two people who may be one, the older account first. */
export interface LikelyDuplicate {
  readonly same: readonly Likeness[];
  readonly people: readonly [ListedPerson, ListedPerson];
}

export const duplicateKey = ({ people: [older, newer] }: LikelyDuplicate): CursorKey => [older.id, newer.id];

interface DuplicatesQuery extends ListScope {
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly at: Instant;
}

/**
 * People in the scope who have an OIB, or a name and telephone, in common. An address is none of it: no two accounts have the same. Whoever
 * is out of the scope is compared with nobody, so that no tenant learns of others' people.
 * @throws InvalidRequest (422) for a cursor of another list
 */
export async function listDuplicates(
  { bulkRead }: Reads,
  { cursor, limit, at, ...scope }: DuplicatesQuery,
): Promise<Page<LikelyDuplicate>> {
  const after = cursor === undefined ? undefined : keyFromCursor(DUPLICATES_LIST, ['number', 'number'], cursor);
  const [oldest, id] = (after ?? []).map(Number);
  const page = { after: oldest === undefined || id === undefined ? undefined : { oldest, id }, limit };
  const { rows, counted } = await store.listDuplicates(bulkRead, scope, page);
  const people = await peopleOf(bulkRead, scope, rows, at);
  const shown = rows.flatMap((row) => {
    const [older, newer] = [people.get(row.oldest), people.get(row.id)];
    return older && newer ? [{ same: likenessesOf(row), people: [older, newer] as const }] : []; // gone meanwhile
  });
  return { rows: shown, counted, limit };
}

async function peopleOf(
  db: Reads['bulkRead'],
  scope: ListScope,
  rows: readonly store.DuplicateRow[],
  at: Instant,
): Promise<ReadonlyMap<UserId, ListedPerson>> {
  const ids = [...new Set(rows.flatMap(({ oldest, id }) => [oldest, id]))];
  if (ids.length === 0) return new Map();
  const people = await store.listPeopleNamed(db, scope, ids, at);
  return new Map(people.map((person) => [person.id, person]));
}

const likenessesOf = ({ by_oib, by_name }: store.DuplicateRow): Likeness[] => [
  ...(by_oib === 1 ? (['oib'] as const) : []),
  ...(by_name === 1 ? (['name_and_telefon'] as const) : []),
];
