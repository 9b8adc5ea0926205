import { expressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Ids } from '../../platform/database/sql-fragments.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { afterBeginning } from '../../platform/kernel/text.ts';
import { type ListScope, tenantsIn } from './tenant-people-store.ts';
import { isPhonePart, PART_MARK, wordBits, wordsOfPart } from './user-words.ts';

/** A list of people found by an index; it may contain the same person twice. */
export interface Listed {
  readonly word?: string;
  readonly ids: Ids;
  /** The column of that index with their word bits. */
  readonly bits: 'listed.word_bits' | 'user_words.word_bits' | 'parts.word_bits';
  /** Read from many ranges of the index, which costs more than its length. */
  readonly isScattered?: true;
}

/** People with a word that begins with `word`, or whose telephone number contains it. */
export function ofWord(db: Db, word: string, where: ListScope): Listed {
  const [first, ...others] = beginningsOf(word).map((beginning) => ofBeginning(db, beginning, where));
  if (first === undefined) throw new Error('A search word is empty');
  if (others.length === 0) return { word, ids: first.select('user_words.user_id as id'), bits: 'user_words.word_bits' };
  // A query for each: in one query with several ranges SQLite would read all words of the tenant.
  const listed = others.map(entriesOf).reduce((all, entries) => all.unionAll(entries), entriesOf(first));
  const ids = db.selectFrom(listed.as('parts')).select('parts.user_id as id');
  return { word, ids, bits: 'parts.word_bits', isScattered: true };
}

type Entries = SelectQueryBuilder<Schema, 'user_words', { user_id: UserId; word_bits: number }>;

const entriesOf = (query: ReturnType<typeof ofBeginning>): Entries =>
  query.select(['user_words.user_id', 'user_words.word_bits']);

/** All tenants of the scope are named, so that the index on tenant and word applies. */
const ofBeginning = (db: Db, beginning: string, scope: ListScope) =>
  db
    .selectFrom('user_words')
    .where('user_words.tenant_id', 'in', tenantsIn(db, scope))
    .where('user_words.word', '>=', beginning)
    .where('user_words.word', '<', afterBeginning(beginning));

function beginningsOf(word: string): readonly string[] {
  if (!isPhonePart(word)) return [word];
  const parts = ['', ...'0123456789'].map((digit) => PART_MARK + digit + word);
  return [...wordsOfPart(word), ...parts];
}

const users = expressionBuilder<Schema, 'users'>();

/** Whether the row of `users` has a match for each of `words`. */
export const hasWords = (words: readonly string[]) =>
  users.and(words.map((word) => (isPhonePart(word) ? hasPart(word) : hasWord(word))));

const hasWord = (word: string) => sql<boolean>`users.words like ${pattern(word)} escape '\\'`;

const hasPart = (part: string) =>
  users.or([users('users.phone_digits', 'like', `%${part}%`), ...wordsOfPart(part).map(hasWord)]);

/** Whether a row may have a match for each of `words`, by its word bits. */
export const mayHaveWords = (bits: Listed['bits'] | 'found.word_bits', words: readonly string[]) => {
  const wanted = wordBits(words.filter((word) => !isPhonePart(word)));
  return sql<boolean>`(${sql.ref(bits)} & ${wanted}) = ${wanted}`;
};

/** Escapes the characters that are special in LIKE; addresses may contain `%` and `_`. */
const pattern = (word: string): string => `% ${word.replace(/[\\%_]/g, '\\$&')}%`;
