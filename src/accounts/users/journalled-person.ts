import { hash } from 'node:crypto';
import type { Db, Tx } from '../../platform/database/database.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { type Applying, defineJournalledState, type JournalledState } from '../../platform/room/journalled-state.ts';
import { isErased } from './erase-user.ts';
import { holdAnyUserRow } from './hold-user-row.ts';
import type { User } from './user.ts';

interface JournalledPerson<State> {
  readonly kind: string;
  /** The states of these users. A user who is left out has the state `none`. */
  readonly read: (db: Db, ids: readonly UserId[]) => Promise<ReadonlyMap<UserId, State>>;
  /** Called with the user's row locked. Returns the names of the changes. */
  readonly apply: (tx: Tx, user: User, state: State, applying: Applying) => Promise<readonly string[]>;
  /** The state of a user to whom it does not apply. */
  readonly none: State;
}

/** Defines a journalled state of a person. The time of creation distinguishes them from another with the same id after a restore. */
export const journalledPerson = <State extends object>({
  kind,
  read,
  apply,
  none,
}: JournalledPerson<State>): JournalledState =>
  defineJournalledState<{ born: Instant; word: State }>({
    kind,
    read: async (db, keys) => {
      const ids = keys.map(Number);
      const people = await db
        .selectFrom('users')
        .select(['id', 'created_at'])
        .where('id', 'in', valuesOf(db, 'bigint', ids))
        .execute();
      const states = await read(db, ids);
      return new Map(
        people.map(({ id, created_at }) => [String(id), { born: created_at, word: states.get(id) ?? none }]),
      );
    },
    apply: async (tx, key, { born, word: state }, applying) => {
      const user = await holdAnyUserRow(tx, Number(key));
      if (user === undefined || user.created_at !== born || isErased(user)) return undefined;
      const did = await apply(tx, user, state, applying);
      return did.length === 0 ? undefined : { did, about: user };
    },
  });

/** Replaces a value that must not be readable in the journal. */
export const journalDigest = (text: string): string => hash('sha256', text, 'base64url');

/** Digests of a person's things of one kind. */
export function digestsByPerson<Row extends { readonly user_id: UserId }>(
  rows: readonly Row[],
  digestOf: (row: Row) => string,
): Map<UserId, string[]> {
  const found = new Map<UserId, string[]>();
  for (const row of rows) found.set(row.user_id, [...(found.get(row.user_id) ?? []), digestOf(row)]);
  return found;
}
