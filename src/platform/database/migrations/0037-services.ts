import type { Engine } from '../database.ts';
import { createTable, type MigrationDb, required, textType } from './columns.ts';

/** Access tokens of services, and the service that asked for an import. */
export async function services(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  await createTable(db, engine, 'service_tokens', 'without rowid')
    .addColumn('jti', text, (column) => column.primaryKey().notNull())
    .addColumn('application_id', text, required)
    .addColumn('kid', text, required)
    .addColumn('secret_digest', text, required)
    .addColumn('scopes', text, required)
    .addColumn('issued_at', text, required)
    .addColumn('expires_at', text, required)
    .execute();
  await db.schema.createIndex('service_tokens__expires_at').on('service_tokens').column('expires_at').execute();
  await db.schema.alterTable('imports').addColumn('asked_by_service', text).execute();
}
