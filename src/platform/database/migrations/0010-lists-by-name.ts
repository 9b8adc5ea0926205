import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import type { MigrationDb } from './columns.ts';

const SUPERSEDED = [
  'users__telefon',
  'users__by_name',
  'users__by_role',
  'users__by_status',
  'users__in_tenant_by_name',
  'users__in_tenant_by_role',
  'users__in_tenant_by_status',
  'users__standing',
];

/**
 * Replaces six lists by name with two, one of everybody and one per tenant: both are keyed by status and role, and
 * readers merge what they need. Both carry the word bits; the tenants' one also serves counting, by second factor too.
 * Phone holders are listed under the number. Inserting a user writes six trees less.
 */
export async function listsByName(db: MigrationDb, engine: Engine): Promise<void> {
  await db.schema
    .createIndex('users__by_standing')
    .on('users')
    .columns(['status', 'role', 'sort_key', 'id', 'word_bits'])
    .execute();
  await db.schema
    .createIndex('users__in_tenant_by_standing')
    .on('users')
    .columns(['tenant_id', 'status', 'role', 'sort_key', 'id', 'two_factor_enabled_at', 'word_bits'])
    .execute();
  for (const name of SUPERSEDED) await db.schema.dropIndex(name).execute();
  // Imports are never deleted, and checking the foreign key cost as much as writing a row.
  if (engine === 'postgres') await sql`alter table import_rows drop constraint import_rows_import_id_fkey`.execute(db);
}
