import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import type { MigrationDb } from './columns.ts';

/**
 * People by their last sign-in, those without one first, of a tenant and of all. The further columns are those by which such
 * a list is narrowed and people's progress is counted, so that both read the index alone.
 */
export async function progress(db: MigrationDb, engine: Engine): Promise<void> {
  const lastLogin = engine === 'sqlite' ? sql`last_login_at` : sql`last_login_at nulls first`; // SQLite's own order
  const narrowing = sql`status, role, must_change_pwd_at, email_verified_at, two_factor_enabled_at`;
  await sql`create index users__in_tenant_by_last_login on users (tenant_id, ${lastLogin}, id, ${narrowing})`.execute(
    db,
  );
  await sql`create index users__by_last_login on users (${lastLogin}, id, tenant_id, status, role)`.execute(db);
}
