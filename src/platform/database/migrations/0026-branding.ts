import type { Engine } from '../database.ts';
import { createTable, integerType, type MigrationDb, required, textType } from './columns.ts';

/** A tenant's colour, and the name of its logo; the pictures themselves are few and small, so that each process has them. */
export async function branding(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  for (const column of ['color', 'logo']) await db.schema.alterTable('tenants').addColumn(column, text).execute();
  await createTable(db, engine, 'tenant_logos')
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('tenant_id', integerType(engine), (column) => column.notNull().references('tenants.id'))
    .addColumn('png', text, required)
    .addColumn('created_at', text, required)
    .execute();
  await db.schema.createIndex('tenant_logos__tenant').on('tenant_logos').column('tenant_id').execute();
}
