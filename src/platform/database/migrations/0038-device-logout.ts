import { sql } from 'kysely';
import { createTable, idColumn, integerType, type MigrationStep, required, textType } from './columns.ts';

/**
 * Which applications a sign-in has entered, the logout tokens that they are owed, and what a device shows somebody to
 * type.
 */
export const deviceLogout: MigrationStep = async (db, engine) => {
  const text = textType(engine);
  const integer = integerType(engine);
  await db.schema.alterTable('applications').addColumn('backchannel_logout_uri', text).execute();
  await createTable(db, engine, 'application_sign_ins', 'without rowid')
    .addColumn('sid', text, required)
    .addColumn('application_id', text, required)
    .addColumn('user_id', integer, required)
    .addColumn('subject', text, required)
    .addColumn('session_id', text, required)
    .addColumn('logout_uri', text, required)
    .addColumn('expires_at', text, required)
    .addPrimaryKeyConstraint('application_sign_ins__key', ['sid', 'application_id'])
    .execute();
  for (const column of ['application_id', 'user_id', 'expires_at'])
    await db.schema.createIndex(`application_sign_ins__${column}`).on('application_sign_ins').column(column).execute();
  await idColumn(createTable(db, engine, 'logout_notices'), engine)
    .addColumn('application_id', text, required)
    .addColumn('user_id', integer)
    .addColumn('subject', text, required)
    .addColumn('session_id', text, required)
    .addColumn('logout_uri', text, required)
    .addColumn('state', text, required)
    .addColumn('attempts', integer, required)
    .addColumn('due_at', text, required)
    .addColumn('leased_until', text)
    .addColumn('created_at', text, required)
    .addColumn('tried_at', text)
    .addColumn('last_error', text)
    .execute();
  const waiting = db.schema.createIndex('logout_notices__due').on('logout_notices').columns(['due_at', 'id']);
  await waiting.where(sql.ref('state'), 'in', [sql.lit('queued'), sql.lit('sending')]).execute();
  const listed = db.schema.createIndex('logout_notices__application').on('logout_notices');
  await listed.columns(['application_id', 'id']).execute();
  for (const column of ['user_id', 'created_at'])
    await db.schema.createIndex(`logout_notices__${column}`).on('logout_notices').column(column).execute();
  await createTable(db, engine, 'device_codes', 'without rowid')
    .addColumn('digest', text, (column) => column.primaryKey().notNull())
    .addColumn('user_code', text, (column) => column.notNull().unique())
    .addColumn('wait_seconds', integer, required)
    .addColumn('next_poll_at', text, required)
    .addColumn('decided_at', text)
    .addColumn('expires_at', text, required)
    .execute();
  await db.schema.createIndex('device_codes__expires_at').on('device_codes').column('expires_at').execute();
};
