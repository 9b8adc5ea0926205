import type { Engine } from '../database.ts';
import { createTable, type MigrationDb, required, textType } from './columns.ts';

/** When each job that deletes for good last saw the clock, and from when on it trusts it again. */
export async function watchedClocks(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  await createTable(db, engine, 'watched_clocks', 'without rowid')
    .addColumn('job', text, (column) => column.primaryKey().notNull())
    .addColumn('seen_at', text, required)
    .addColumn('trusted_from', text, required)
    .execute();
}
