import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import { integerType, type MigrationDb, required, textType } from './columns.ts';

/**
 * A person's search words are stored in their row too, each after a space: whoever was found by one word is checked
 * there for the rest, so that the tree by person, a fifth of the cost of an insert, can go. The lists by word and by
 * name carry a bit set of the words a row may have. For existing rows it says "any" until the next change of the
 * profile.
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
  // On SQLite the primary key is the whole table; on PostgreSQL reading the bits would need the heap.
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
