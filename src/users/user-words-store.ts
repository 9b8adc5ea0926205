import { sql } from 'kysely';
import type { Engine, Tx } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import type { User } from './user.ts';
import { listedWords } from './user-words.ts';

interface UserWordsTable {
  word: string;
  user_id: number;
  tenant_id: number;
  /** Of all words of the person. */
  word_bits: number;
}

declare module '../database/schema.ts' {
  interface Schema {
    user_words: UserWordsTable;
  }
}

type Listed = Pick<User, 'id' | 'tenant_id' | 'words' | 'word_bits'>;

/** Lists somebody under the words of their row, in the transaction that wrote it; `before` is the row as it was. */
export async function renewWords(tx: Tx, before: Listed, after: Listed): Promise<void> {
  const isSame = before.words === after.words && before.word_bits === after.word_bits;
  if (isSame && before.tenant_id === after.tenant_id) return;
  await forgetWords(tx, before);
  await addWords(tx, after);
}

export async function addWords(tx: Tx, user: Listed): Promise<void> {
  const rows = rowsOf(user);
  if (rows.length > 0) await tx.insertInto('user_words').values(rows).execute();
}

/** The same for so many that the number of rows must not shape the statement. PostgreSQL has their words already. */
export async function addWordsOfMany(tx: Tx, engine: Engine, users: readonly Listed[]): Promise<void> {
  const columns = ['tenant_id', 'word', 'user_id', 'word_bits'] as const;
  const numbers = ['tenant_id', 'user_id', 'word_bits'] as const;
  if (engine === 'sqlite')
    return insertRows(tx, { engine, table: 'user_words', columns, numbers, rows: users.flatMap(rowsOf) });
  const ids = users.map(({ id }) => id);
  const listed = sql`unnest(string_to_array(substr(words, 2), ' ')) as listed(word)`;
  const rows = sql`select tenant_id, word, id, word_bits from users cross join ${listed} where id = any(${ids}::bigint[])`;
  await sql`insert into user_words (tenant_id, word, user_id, word_bits) ${rows}`.execute(tx);
}

const rowsOf = ({ id, tenant_id, words, word_bits }: Listed): UserWordsTable[] =>
  listedWords(words).map((word) => ({ tenant_id, word, user_id: id, word_bits }));

export async function forgetWords(tx: Tx, { id, tenant_id, words }: Listed): Promise<void> {
  const listed = listedWords(words);
  if (listed.length === 0) return;
  await tx
    .deleteFrom('user_words')
    .where('tenant_id', '=', tenant_id)
    .where('word', 'in', listed)
    .where('user_id', '=', id)
    .execute();
}
