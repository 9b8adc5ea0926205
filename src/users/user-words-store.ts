import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { isInProcess } from '../database/engine-of.ts';
import { insertRows, valuesOf } from '../database/insert-rows.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import type { User } from './user.ts';
import { listedWords, PART_MARK, PART_PLACES, phoneParts, SHORTEST_PART } from './user-words.ts';

interface UserWordsTable {
  word: string;
  user_id: UserId;
  tenant_id: TenantId;
  /** The word bits of all the person's words. */
  word_bits: number;
}

declare module '../database/schema.ts' {
  interface Schema {
    user_words: UserWordsTable;
  }
}

type Listed = Pick<User, 'id' | 'tenant_id' | 'words' | 'word_bits' | 'phone'>;

/** Updates a person's search words in the transaction that wrote the row; `before` is the previous row. */
export async function renewWords(tx: Tx, before: Listed, after: Listed): Promise<void> {
  const columns = ['words', 'word_bits', 'phone', 'tenant_id'] as const;
  if (columns.every((column) => before[column] === after[column])) return;
  await forgetWords(tx, before);
  await addWords(tx, after);
}

export async function addWords(tx: Tx, user: Listed): Promise<void> {
  const rows = rowsOf(user);
  if (rows.length > 0) await tx.insertInto('user_words').values(rows).execute();
}

/** Adds the words of many people, with a statement whose text does not depend on their number. */
export async function addWordsOfMany(tx: Tx, users: readonly Listed[]): Promise<void> {
  const ids = users.map(({ id }) => id);
  await (isInProcess(tx) ? addSentWords(tx, users) : addStoredWords(tx, ids));
  await addStoredParts(tx, ids);
}

function addSentWords(tx: Tx, users: readonly Listed[]): Promise<void> {
  const columns = ['tenant_id', 'word', 'user_id', 'word_bits'] as const;
  const numbers = ['tenant_id', 'user_id', 'word_bits'] as const;
  return insertRows(tx, { table: 'user_words', columns, numbers, rows: users.flatMap(wordRowsOf) });
}

/** Takes the words that are already stored in the rows of `users`. */
async function addStoredWords(tx: Tx, ids: readonly UserId[]): Promise<void> {
  const listed = sql`unnest(string_to_array(substr(words, 2), ' ')) as listed(word)`;
  const rows = sql`select tenant_id, word, id, word_bits from users cross join ${listed} where id = any(${ids}::bigint[])`;
  await sql`insert into user_words (tenant_id, word, user_id, word_bits) ${rows}`.execute(tx);
}

/** `phoneParts`, computed by the engine from the stored numbers. */
async function addStoredParts(tx: Tx, ids: readonly UserId[]): Promise<void> {
  const places = sql.join(
    [1, ...PART_PLACES].map((place) => sql`select ${sql.lit(place)} as place`),
    sql` union all `,
  );
  const isListed = sql`length(phone) >= place + ${sql.lit(SHORTEST_PART)} and (place > 1 or phone not like '0%')`;
  const numbered = sql`users cross join (${places}) as places where id in ${valuesOf(tx, 'bigint', ids)} and ${isListed}`;
  const rows = sql`select tenant_id, ${sql.lit(PART_MARK)} || substr(phone, place + 1), id, word_bits from ${numbered}`;
  await sql`insert into user_words (tenant_id, word, user_id, word_bits) ${rows}`.execute(tx);
}

const rowsOf = (user: Listed): UserWordsTable[] => [
  ...wordRowsOf(user),
  ...phoneParts(user.phone).map((part) => rowOf(user, part)),
];

const wordRowsOf = (user: Listed): UserWordsTable[] => listedWords(user.words).map((word) => rowOf(user, word));

const rowOf = ({ id, tenant_id, word_bits }: Listed, word: string): UserWordsTable => ({
  tenant_id,
  word,
  user_id: id,
  word_bits,
});

export async function forgetWords(tx: Tx, { id, tenant_id, words, phone }: Listed): Promise<void> {
  const listed = [...listedWords(words), ...phoneParts(phone)];
  if (listed.length === 0) return;
  await tx
    .deleteFrom('user_words')
    .where('tenant_id', '=', tenant_id)
    .where('word', 'in', listed)
    .where('user_id', '=', id)
    .execute();
}
