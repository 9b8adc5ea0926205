import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import { createTable, idColumn, integerType, type MigrationDb, required, textType } from './columns.ts';

/** Privacy policies of tenants, every version ever published, and on each tenant which one is in force. */
export async function privacyPolicies(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  await db.schema.alterTable('tenants').addColumn('policy_version', text).execute();
  await idColumn(createTable(db, engine, 'privacy_policies'), engine)
    .addColumn('tenant_id', integer, (column) => column.notNull().references('tenants.id'))
    .addColumn('number', integer, required)
    .addColumn('version', text, required)
    .addColumn('text', text, required)
    .addColumn('published_at', text, required)
    .execute();
  // Of two administrators who publish at once one is refused.
  const numbered = db.schema.createIndex('privacy_policies__number_unique').on('privacy_policies');
  await numbered.columns(['tenant_id', 'number']).unique().execute();
  await db.schema
    .createIndex('privacy_policies__version_unique')
    .on('privacy_policies')
    .column('version')
    .unique()
    .execute();
  // Whose policy the others inherit is asked with every account that is read.
  await sql`create index tenants__publisher on tenants (coalesce(publisher_since, '') desc, id)`.execute(db);
}
