import type { Engine } from '../database.ts';
import { createTable, integerType, type MigrationDb, required, textType } from './columns.ts';

/**
 * Applications that people sign in to with their account here, what they agreed to, and what the protocol keeps. How somebody
 * signed in is kept with the sign-in, since applications are told.
 */
export async function applications(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  await db.schema.alterTable('sign_ins').addColumn('methods', text).execute();
  await createTable(db, engine, 'applications')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('tenant_id', integer, (column) => column.references('tenants.id'))
    .addColumn('name', text, required)
    .addColumn('kind', text, required)
    .addColumn('redirect_uris', text, required)
    .addColumn('post_logout_redirect_uris', text, required)
    .addColumn('scopes', text, required)
    .addColumn('roles', text)
    .addColumn('tenant_ids', text)
    .addColumn('pkce', text, required)
    .addColumn('oib_ground', text)
    .addColumn('trusted_at', text)
    .addColumn('foreign_at', text)
    .addColumn('secret_digest', text)
    .addColumn('secret_made_at', text)
    .addColumn('created_by', integer)
    .addColumn('created_at', text, required)
    .addColumn('updated_at', text, required)
    .addColumn('last_used_at', text)
    .addColumn('ends_at', text)
    .execute();
  await db.schema.createIndex('applications__list').on('applications').columns(['created_at', 'id']).execute();
  await db.schema.createIndex('applications__tenant').on('applications').columns(['tenant_id', 'created_at']).execute();
  await createTable(db, engine, 'application_consents', 'without rowid')
    .addColumn('user_id', integer, required)
    .addColumn('application_id', text, (column) => column.notNull().references('applications.id'))
    .addColumn('scopes', text, required)
    .addColumn('given_at', text, required)
    .addPrimaryKeyConstraint('application_consents__key', ['user_id', 'application_id'])
    .execute();
  const ofApplication = db.schema.createIndex('application_consents__application').on('application_consents');
  await ofApplication.column('application_id').execute();
  await createTable(db, engine, 'provider_records', 'without rowid')
    .addColumn('model', text, required)
    .addColumn('digest', text, required)
    .addColumn('payload', text, required)
    .addColumn('application_id', text)
    .addColumn('user_id', integer)
    .addColumn('grant_id', text)
    .addColumn('uid', text)
    .addColumn('created_at', text, required)
    .addColumn('expires_at', text, required)
    .addColumn('consumed_at', text)
    .addPrimaryKeyConstraint('provider_records__key', ['model', 'digest'])
    .execute();
  for (const column of ['application_id', 'user_id', 'grant_id', 'uid', 'expires_at'])
    await db.schema.createIndex(`provider_records__${column}`).on('provider_records').column(column).execute();
}
