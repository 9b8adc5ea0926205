import type { Engine } from '../database.ts';
import { createTable, type MigrationDb, textType } from './columns.ts';

/** A row for each owner of applications, which whoever adds one locks: so two at once cannot both add the last. */
export async function applicationOwners(db: MigrationDb, engine: Engine): Promise<void> {
  await createTable(db, engine, 'application_owners', 'without rowid')
    .addColumn('owner', textType(engine), (column) => column.primaryKey().notNull())
    .execute();
}
