import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import { integerType, type MigrationDb, required, textType } from './columns.ts';

/**
 * The words of a person lie in their row too, each behind a space: whoever has been found by one word is asked for the rest
 * there, so that the tree by person can go, which was a fifth of what creating somebody wrote. The lists by word and by
 * standing say in one number which words there may be. Of who is there already they say: any. The next change of the
 * profile tells better.
 */
export async function wordsOfUser(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  const any = sql.lit(2 ** 52 - 1);
  await db.schema
    .alterTable('users')
    .addColumn('words', text, (column) => required(column).defaultTo(''))
    .execute();
  for (const table of ['users', 'user_words'])
    await db.schema
      .alterTable(table)
      .addColumn('word_bits', integer, (column) => required(column).defaultTo(any))
      .execute();
  const joined = engine === 'sqlite' ? sql`group_concat(word, ' ')` : sql`string_agg(word, ' ')`;
  await sql`update users set words = coalesce((select ' ' || ${joined} from user_words where user_id = users.id), '')`.execute(
    db,
  );
  await db.schema.dropIndex('user_words__of_user').execute();
  // The primary key is all of the table on SQLite; on PostgreSQL it would lead to the table for the bits.
  if (engine === 'postgres')
    await sql`alter table user_words drop constraint user_words__key, add constraint user_words__key primary key (tenant_id, word, user_id) include (word_bits)`.execute(
      db,
    );
  await db.schema.dropIndex('users__standing').execute();
  await db.schema
    .createIndex('users__standing')
    .on('users')
    .columns(['tenant_id', 'status', 'role', 'two_factor_enabled_at', 'id', 'word_bits'])
    .execute();
}
