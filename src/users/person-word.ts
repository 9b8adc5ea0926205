import { hash } from 'node:crypto';
import type { Db, Tx } from '../database/database.ts';
import { valuesOf } from '../database/insert-rows.ts';
import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import { type Applying, defineLastWord, type LastWord } from '../room/last-word.ts';
import { isErased } from './erase-user.ts';
import { lockAnyUser } from './lock-user.ts';
import type { User } from './user.ts';

interface PersonWord<Word> {
  readonly kind: string;
  /** Of each of these users; a word that is left out has no members. */
  readonly read: (db: Db, ids: readonly UserId[]) => Promise<ReadonlyMap<UserId, Word>>;
  /** The user's row is locked. Returns what was changed. */
  readonly apply: (tx: Tx, user: User, word: Word, applying: Applying) => Promise<readonly string[]>;
  /** Of a user who has nothing of it. */
  readonly none: Word;
}

/** A last word about a person. The instant when they were created tells them from whoever got the number after a restore. */
export const personWord = <Word extends object>({ kind, read, apply, none }: PersonWord<Word>): LastWord =>
  defineLastWord<{ born: Instant; word: Word }>({
    kind,
    read: async (db, keys) => {
      const ids = keys.map(Number);
      const people = await db
        .selectFrom('users')
        .select(['id', 'created_at'])
        .where('id', 'in', valuesOf(db, 'bigint', ids))
        .execute();
      const words = await read(db, ids);
      return new Map(
        people.map(({ id, created_at }) => [String(id), { born: created_at, word: words.get(id) ?? none }]),
      );
    },
    apply: async (tx, key, { born, word }, applying) => {
      const user = await lockAnyUser(tx, Number(key));
      if (user === undefined || user.created_at !== born || isErased(user)) return undefined;
      const did = await apply(tx, user, word, applying);
      return did.length === 0 ? undefined : { did, about: user };
    },
  });

/** Stands for something in the journal that is nobody's business there. */
export const wordDigest = (text: string): string => hash('sha256', text, 'base64url');

/** What a person has of a kind, by digest. */
export function digestsByPerson<Row extends { readonly user_id: UserId }>(
  rows: readonly Row[],
  digestOf: (row: Row) => string,
): Map<UserId, string[]> {
  const found = new Map<UserId, string[]>();
  for (const row of rows) found.set(row.user_id, [...(found.get(row.user_id) ?? []), digestOf(row)]);
  return found;
}
