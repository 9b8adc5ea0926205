import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { afterBeginning } from '../kernel/text.ts';
import { wordBits } from './word-bits.ts';

// biome-ignore lint/suspicious/noExplicitAny: a query of ids, whatever tables it reads
export type Ids = SelectQueryBuilder<any, any, { id: number }>;

/** People whom an index lists together; those of a word may come more than once. */
export interface Listed {
  readonly word?: string;
  readonly ids: Ids;
  /** Where that index says which words they may have. */
  readonly bits: 'users.word_bits' | 'user_words.word_bits';
}

/** People of whom a word begins with `word`. Without a tenant every tenant is named, so that the tree by tenant and word serves. */
export const ofWord = (db: Db, word: string, { tenantId }: { readonly tenantId: number | undefined }): Listed => ({
  word,
  ids: db
    .selectFrom('user_words')
    .select('user_words.user_id as id')
    .where(
      'user_words.tenant_id',
      'in',
      tenantId === undefined ? db.selectFrom('tenants').select('tenants.id') : [tenantId],
    )
    .where('user_words.word', '>=', word)
    .where('user_words.word', '<', afterBeginning(word)) as unknown as Ids,
  bits: 'user_words.word_bits',
});

/** Whether for each of `words` the row has one that begins so. */
export const hasWords = (users: ExpressionBuilder<Schema, 'users'>, words: readonly string[]) =>
  users.and(words.map((word) => sql<boolean>`${users.ref('users.words')} like ${pattern(word)} escape '\\'`));

/** Whether that may be so, by the number that a list carries of each person. */
export const mayHaveWords = (bits: `${'users' | 'user_words' | 'found'}.word_bits`, words: readonly string[]) => {
  const wanted = wordBits(words);
  return sql<boolean>`(${sql.ref(bits)} & ${wanted}) = ${wanted}`;
};

/** Of the signs that mean something to `like`, an address may hold two. */
const pattern = (word: string): string => `% ${word.replace(/[\\%_]/g, '\\$&')}%`;
