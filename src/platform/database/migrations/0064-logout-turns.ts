import type { Engine } from '../database.ts';
import { createTable, integerType, type MigrationDb, required, textType } from './columns.ts';

/** When each application had its turn at logout notices, and until when it is left alone because it does not answer. */
export async function logoutTurns(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  await createTable(db, engine, 'logout_turns', 'without rowid')
    .addColumn('application_id', text, (column) => column.primaryKey().notNull())
    .addColumn('taken_at', text, required)
    .addColumn('due_at', text, required)
    .addColumn('failures', integerType(engine), required)
    .addColumn('quick_since', text)
    .execute();
}
