import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import { createTable, idColumn, integerType, type MigrationDb, required, textType } from './columns.ts';

/** Tenants, users, attempts, sign-ins with their session records, data keys and the audit log. */
export async function ground(db: MigrationDb, engine: Engine): Promise<void> {
  await createTenants(db, engine);
  await createUsers(db, engine);
  await createAttempts(db, engine);
  await createSignIns(db, engine);
  await createDataKeys(db, engine);
  await createAudit(db, engine);
}

async function createTenants(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  await idColumn(createTable(db, engine, 'tenants'), engine)
    .addColumn('name', text, required)
    .addColumn('slug', text, required)
    .addColumn('created_at', text, required)
    .addColumn('updated_at', text, required)
    .execute();
  await db.schema.createIndex('tenants__slug_unique').on('tenants').column('slug').unique().execute();
}

async function createUsers(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  await idColumn(createTable(db, engine, 'users'), engine)
    .addColumn('tenant_id', integerType(engine), (column) => column.notNull().references('tenants.id'))
    .addColumn('email', text, required)
    .addColumn('ime', text, required)
    .addColumn('prezime', text, required)
    .addColumn('full_name', text, required)
    .addColumn('telefon', text, required)
    .addColumn('preferred_language', text, required)
    .addColumn('oib', text, required)
    .addColumn('avatar_url', text)
    .addColumn('google_picture', text)
    .addColumn('role', text, required)
    .addColumn('status', text, required)
    .addColumn('password_hash', text)
    .addColumn('email_verified_at', text)
    .addColumn('must_change_pwd_at', text)
    .addColumn('gdpr_consent_at', text)
    .addColumn('consent_policy_version', text)
    .addColumn('two_factor_enabled_at', text)
    .addColumn('created_at', text, required)
    .addColumn('updated_at', text, required)
    .addColumn('last_login_at', text)
    .addColumn('deleted_at', text)
    .execute();
  // A deleted account frees its address at once.
  const addressTaken = db.schema.createIndex('users__email_unique').on('users').column('email').unique();
  await addressTaken.where(sql.ref('status'), '<>', sql.lit('deleted')).execute();
  await db.schema.createIndex('users__tenant_id').on('users').columns(['tenant_id', 'id']).execute();
}

async function createAttempts(db: MigrationDb, engine: Engine): Promise<void> {
  const integer = integerType(engine);
  await createTable(db, engine, 'account_attempts')
    .addColumn('user_id', integer, (column) => column.primaryKey().references('users.id'))
    .addColumn('failures', integer, required)
    .addColumn('pending', integer, required)
    .addColumn('window_started_ms', integer, required)
    .addColumn('locked_until_ms', integer, required)
    .execute();
}

async function createSignIns(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  await createTable(db, engine, 'sign_ins')
    .addColumn('sid', text, (column) => column.primaryKey())
    .addColumn('user_id', integerType(engine), (column) => column.notNull().references('users.id'))
    .addColumn('started_at', text, required)
    .addColumn('authenticated_at', text, required)
    .addColumn('refreshed_at', text, required)
    .addColumn('expires_at', text, required)
    .addColumn('ended_at', text)
    .addColumn('end_reason', text)
    .addColumn('ip', text, required)
    .addColumn('user_agent', text, required)
    .execute();
  const live = db.schema.createIndex('sign_ins__live').on('sign_ins').columns(['user_id', 'sid']);
  await live.where(sql.ref('ended_at'), 'is', null).execute();
  await createTable(db, engine, 'session_records')
    .addColumn('jti', text, (column) => column.primaryKey())
    .addColumn('sid', text, (column) => column.notNull().references('sign_ins.sid'))
    .addColumn('kid', text, required)
    .addColumn('issued_at', text, required)
    .addColumn('access_expires_at', text, required)
    .addColumn('refresh_expires_at', text, required)
    .addColumn('spent_at', text)
    .addColumn('successor_jti', text)
    .execute();
  await db.schema.createIndex('session_records__sid').on('session_records').column('sid').execute();
}

async function createDataKeys(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  await createTable(db, engine, 'data_keys')
    .addColumn('kid', text, (column) => column.primaryKey())
    .addColumn('purpose', text, required)
    .addColumn('wrapped', text, required)
    .addColumn('public_key', text)
    .addColumn('created_at', text, required)
    .addColumn('active_from', text, required)
    .execute();
}

async function createAudit(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  await idColumn(createTable(db, engine, 'audit_records'), engine)
    .addColumn('at', text, required)
    .addColumn('tenant_id', integer)
    .addColumn('actor_id', integer)
    .addColumn('actor_email', text)
    .addColumn('user_id', integer)
    .addColumn('action', text, required)
    .addColumn('ip', text)
    .addColumn('user_agent', text)
    .addColumn('request_id', text)
    .addColumn('meta', text, required)
    .execute();
  for (const column of ['tenant_id', 'actor_id', 'user_id', 'action']) {
    await db.schema.createIndex(`audit_records__${column}`).on('audit_records').columns([column, 'id']).execute();
  }
}
