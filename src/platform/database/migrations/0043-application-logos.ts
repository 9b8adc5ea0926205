import type { Engine } from '../database.ts';
import { createTable, type MigrationDb, required, textType } from './columns.ts';

/**
 * Logos of applications. They go with their application by themselves, since the build before, which may run beside this
 * one, knows nothing of them.
 */
export async function applicationLogos(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  await db.schema.alterTable('applications').addColumn('logo', text).execute();
  await createTable(db, engine, 'application_logos')
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('application_id', text, (column) => column.notNull().references('applications.id').onDelete('cascade'))
    .addColumn('png', text, required)
    .addColumn('created_at', text, required)
    .execute();
  const ofApplication = db.schema.createIndex('application_logos__application').on('application_logos');
  await ofApplication.column('application_id').execute();
}
