import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Db, Reads } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Ids } from '../../platform/database/sql-fragments.ts';
import { addressBeginning } from '../../platform/kernel/email-address.ts';
import { afterBeginning } from '../../platform/kernel/text.ts';
import { isPersonIn, type ListScope } from '../users/tenant-people-store.ts';
import { searchWords } from '../users/user-words.ts';
import { hasWords } from '../users/word-search.ts';
import { PEOPLE_BOUNDS } from './people-bounds.ts';
import { candidatesOf, having } from './people-candidates-store.ts';

/** Up to so many people, related rows are looked up person by person. */
const LOOKED_UP = 2000;

/** The people whom a search text finds by words or the beginning of their address, for searching lists of related rows. */
export interface MatchingPeople {
  /** Their ids, if there are few. */
  readonly ids: Ids | undefined;
  /** Whether a column names one of them. */
  readonly isOne: (column: string) => RawBuilder<boolean>;
}

/** Reads for a list that may be searched: a search may look at thousands of people, an index has the rest in order. */
export const readsFor = ({ read, bulkRead }: Reads, q: string): Db => (q.trim() === '' ? read : bulkRead);

/** `undefined` for a text without a word. */
export async function matchingPeople(
  db: Db,
  q: string,
  scope: ListScope,
  few = LOOKED_UP,
): Promise<MatchingPeople | undefined> {
  const words = searchWords(q);
  if (words.length === 0) return undefined;
  const {
    ids,
    words: unchecked,
    isMany,
  } = await candidatesOf(db, { ...scope, words }, false, { ...PEOPLE_BOUNDS, few });
  const isAddressed = addressBeginsWith(addressBeginning(q));
  const addressed = db.selectFrom('users').select('users.id').where(isAddressed);
  return {
    ids: isMany || ids === undefined ? undefined : having(db, ids, scope, unchecked).union(addressed),
    isOne: (column) => {
      const person = db
        .selectFrom('users')
        .select(sql.lit(1).as('one'))
        .where('users.id', '=', sql.ref<number>(column))
        .where((users) => users.or([hasWords(words), isAddressed(users)]));
      return sql<boolean>`exists ${scope.tenantId === undefined ? person : person.where(isPersonIn(scope, 'users.id'))}`;
    },
  };
}

const addressBeginsWith = (beginning: string) => (users: ExpressionBuilder<Schema, 'users'>) =>
  users.and([users('users.email', '>=', beginning), users('users.email', '<', afterBeginning(beginning))]);
