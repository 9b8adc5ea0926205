import type { Engine } from '../database.ts';
import { createTable, idColumn, integerType, type MigrationDb, required, textType } from './columns.ts';

/** Which columns name the sign-in that added what is in the row. */
const ADDED = {
  passkeys: ['added_by'],
  google_links: ['added_by'],
  identity_links: ['added_by'],
  two_factor: ['set_up_by', 'enabled_by'],
  recovery_codes: ['added_by'],
  known_devices: ['added_by'],
  email_changes: ['added_by'],
  sign_ins: ['came_of'],
} as const;

/** What a sign-in adds to an account is known by it, and the links by which its owner takes that back. */
export async function addedBy(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  for (const [table, columns] of Object.entries(ADDED))
    for (const column of columns) await db.schema.alterTable(table).addColumn(column, text).execute();
  await idColumn(createTable(db, engine, 'alarm_links'), engine)
    .addColumn('user_id', integerType(engine), (column) => column.notNull().references('users.id'))
    .addColumn('sid', text, required)
    .addColumn('address_hmac', text, required)
    .addColumn('old_email', text)
    .addColumn('old_verified_at', text)
    .addColumn('seed', text, required)
    .addColumn('token_hash', text, required)
    .addColumn('created_at', text, required)
    .addColumn('expires_at', text, required)
    .addColumn('used_at', text)
    .execute();
  await db.schema.createIndex('alarm_links__token').on('alarm_links').unique().column('token_hash').execute();
  await db.schema.createIndex('alarm_links__user').on('alarm_links').columns(['user_id', 'id']).execute();
  await db.schema.createIndex('alarm_links__created').on('alarm_links').column('created_at').execute();
}
