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
 * Two lists by name in place of six, one of everybody and one of each tenant: both are kept for each status and role apart,
 * and whoever wants several of them merges as they read. Both say which words a person may have; the one of tenants is also
 * where people are counted, by their second factor too. Who holds a telephone is listed under its number. Somebody new is
 * written into six trees less.
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
  // Nothing deletes an import; asking whether it is there cost as much as writing one of its rows.
  if (engine === 'postgres') await sql`alter table import_rows drop constraint import_rows_import_id_fkey`.execute(db);
}
