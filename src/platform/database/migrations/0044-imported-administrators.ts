import type { Engine } from '../database.ts';
import { integerType, type MigrationDb } from './columns.ts';

/** How many administrators an import creates. */
export async function importedAdministrators(db: MigrationDb, engine: Engine): Promise<void> {
  await db.schema
    .alterTable('imports')
    .addColumn('administrators', integerType(engine), (column) => column.notNull().defaultTo(0))
    .execute();
}
