import type { Engine, Tx } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import type { User } from './user.ts';
import { wordsOf } from './user-words.ts';

interface UserWordsTable {
  word: string;
  user_id: number;
  tenant_id: number;
}

declare module '../database/schema.ts' {
  interface Schema {
    user_words: UserWordsTable;
  }
}

/** Renews the words of a user in the transaction that changed them. */
export async function indexUser(tx: Tx, user: User): Promise<void> {
  await forgetWords(tx, user.id);
  await addWords(tx, [user]);
}

export async function addWords(tx: Tx, users: readonly User[]): Promise<void> {
  const rows = users.flatMap(rowsOf);
  if (rows.length > 0) await tx.insertInto('user_words').values(rows).execute();
}

/** The same for so many that the number of rows must not shape the statement. */
export async function addWordsOfMany(tx: Tx, engine: Engine, users: readonly User[]): Promise<void> {
  const columns = ['tenant_id', 'word', 'user_id'] as const;
  await insertRows(tx, { engine, table: 'user_words', columns, rows: users.flatMap(rowsOf) });
}

const rowsOf = (user: User): UserWordsTable[] =>
  wordsOf(user).map((word) => ({ word, user_id: user.id, tenant_id: user.tenant_id }));

export async function forgetWords(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('user_words').where('user_id', '=', userId).execute();
}
