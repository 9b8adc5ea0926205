import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import { createTable, integerType, type MigrationDb, required, textType } from './columns.ts';

/**
 * One table counts the wrong passwords and codes of an address, with or without an account. A migration has no key to
 * make HMACs with, so old counts and locks are dropped; they would have expired within minutes anyway.
 */
export async function lockouts(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  const none = sql.lit(0);
  await createTable(db, engine, 'lockouts', 'without rowid')
    .addColumn('address_hmac', text, (column) => column.primaryKey())
    .addColumn('failures', integer, (column) => required(column).defaultTo(none))
    .addColumn('wrong_codes', integer, (column) => required(column).defaultTo(none))
    .addColumn('guessed_codes', integer, (column) => required(column).defaultTo(none))
    .addColumn('failed_at', text)
    .addColumn('locked_until', text)
    .addColumn('owner_told_at', text)
    .addColumn('lease', integer, required)
    .addColumn('places', integer, required)
    .addColumn('places_before', integer, (column) => required(column).defaultTo(none))
    .execute();
  await db.schema.createIndex('lockouts__failed_at').on('lockouts').column('failed_at').execute();
  // Hardly anybody is locked at a time, so this partial index is tiny, and the gauge reads nothing else.
  await sql`create index lockouts__locked_until on lockouts (locked_until) where locked_until is not null`.execute(db);
  await db.schema.dropTable('account_attempts').execute();
}
