import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import { createTable, integerType, type MigrationDb, required, textType } from './columns.ts';

/** Filters of the list of people by name, each with an index in that order. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  users__by_name: [],
  users__by_role: ['role'],
  users__by_status: ['status'],
  users__in_tenant_by_name: ['tenant_id'],
  users__in_tenant_by_role: ['tenant_id', 'role'],
  users__in_tenant_by_status: ['tenant_id', 'status'],
};

/**
 * Finding and managing people: order by name, search words, the state before deletion, and the guard of the last
 * superadmin.
 */
export async function administration(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  await db.schema
    .alterTable('users')
    .addColumn('sort_key', text, (column) => required(column).defaultTo(''))
    .execute();
  await db.schema.alterTable('users').addColumn('deleted_status', text).execute();
  for (const [name, columns] of Object.entries(LISTS)) {
    await db.schema
      .createIndex(name)
      .on('users')
      .columns([...columns, 'sort_key', 'id'])
      .execute();
  }
  await db.schema
    .createIndex('users__oib')
    .on('users')
    .column('oib')
    .where(sql.ref('oib'), '<>', sql.lit(''))
    .execute();
  // Totals and statistics are counted in this index alone, without reading the rows.
  await db.schema
    .createIndex('users__standing')
    .on('users')
    .columns(['tenant_id', 'status', 'role', 'two_factor_enabled_at'])
    .execute();
  await db.schema.createIndex('mails__in_tenant_by_state').on('mails').columns(['tenant_id', 'state', 'id']).execute();
  await db.schema.createIndex('mails__in_tenant').on('mails').columns(['tenant_id', 'id']).execute();
  // One tree by word for the search, one by person to check further words.
  await createTable(db, engine, 'user_words', 'without rowid')
    .addColumn('tenant_id', integer, required)
    .addColumn('word', text, required)
    .addColumn('user_id', integer, required)
    .addPrimaryKeyConstraint('user_words__key', ['tenant_id', 'word', 'user_id'])
    .execute();
  await db.schema.createIndex('user_words__of_user').on('user_words').columns(['user_id', 'word']).execute();
  await createTable(db, engine, 'guards')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('count', integer, required)
    .execute();
  await sql`insert into guards (name, count) select 'superadmins', count(*) from users where role = 'superadmin' and status = 'active'`.execute(
    db,
  );
}
