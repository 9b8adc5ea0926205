import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import { createTable, idColumn, integerType, type MigrationDb, required, textType } from './columns.ts';

/** The outbox, action tokens, the second factor, changes of e-mail address and Google sign-in. */
export async function accountLife(db: MigrationDb, engine: Engine): Promise<void> {
  await createMails(db, engine);
  await createActionTokens(db, engine);
  await createTwoFactor(db, engine);
  await createEmailChanges(db, engine);
  await createGoogle(db, engine);
}

async function createMails(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  await idColumn(createTable(db, engine, 'mails'), engine)
    .addColumn('message_id', text, (column) => column.notNull().unique())
    .addColumn('kind', text, required)
    .addColumn('user_id', integer)
    .addColumn('tenant_id', integer)
    .addColumn('to_address', text, required)
    .addColumn('language', text, required)
    .addColumn('params', text, required)
    .addColumn('secret_ref', text)
    .addColumn('state', text, required)
    .addColumn('attempts', integer, required)
    .addColumn('due_at', text, required)
    .addColumn('leased_until', text)
    .addColumn('created_at', text, required)
    .addColumn('sent_at', text)
    .addColumn('last_error', text)
    .execute();
  const waiting = db.schema.createIndex('mails__due').on('mails').columns(['due_at', 'id']);
  await waiting.where(sql.ref('state'), 'in', [sql.lit('queued'), sql.lit('sending')]).execute();
  await db.schema.createIndex('mails__user_id').on('mails').columns(['user_id', 'id']).execute();
}

async function createActionTokens(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  await idColumn(createTable(db, engine, 'action_tokens'), engine)
    .addColumn('seed', text, (column) => column.notNull().unique())
    .addColumn('token_hash', text, (column) => column.notNull().unique())
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id'))
    .addColumn('kind', text, required)
    .addColumn('expires_at', text, required)
    .addColumn('used_at', text)
    .addColumn('replaced_at', text)
    .addColumn('cancelled_at', text)
    .addColumn('created_at', text, required)
    .addColumn('created_by', integer)
    .addColumn('ip', text)
    .addColumn('meta', text, required)
    .execute();
  await db.schema.createIndex('action_tokens__user_id').on('action_tokens').columns(['user_id', 'kind']).execute();
}

async function createTwoFactor(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  await createTable(db, engine, 'two_factor')
    .addColumn('user_id', integer, (column) => column.primaryKey().references('users.id'))
    .addColumn('secret', text, required)
    .addColumn('set_up_at', text, required)
    .addColumn('enabled_at', text)
    .addColumn('last_step', integer, required)
    .execute();
  await createTable(db, engine, 'recovery_codes')
    .addColumn('code_hmac', text, (column) => column.primaryKey())
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id'))
    .addColumn('created_at', text, required)
    .addColumn('used_at', text)
    .execute();
  await db.schema.createIndex('recovery_codes__user_id').on('recovery_codes').column('user_id').execute();
}

async function createEmailChanges(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  await createTable(db, engine, 'email_changes')
    .addColumn('user_id', integerType(engine), (column) => column.primaryKey().references('users.id'))
    .addColumn('new_email', text, required)
    .addColumn('seed', text, required)
    .addColumn('code_hash', text, required)
    .addColumn('requested_by', integerType(engine))
    .addColumn('created_at', text, required)
    .addColumn('expires_at', text, required)
    .execute();
}

async function createGoogle(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  await createTable(db, engine, 'google_links')
    .addColumn('user_id', integerType(engine), (column) => column.primaryKey().references('users.id'))
    .addColumn('subject', text, (column) => column.notNull().unique())
    .addColumn('email', text, required)
    .addColumn('linked_at', text, required)
    .execute();
  await createTable(db, engine, 'google_credentials_used')
    .addColumn('digest', text, (column) => column.primaryKey())
    .addColumn('expires_at', text, required)
    .execute();
}
