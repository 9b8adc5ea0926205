import type { Engine } from '../database.ts';
import { createTable, integerType, type MigrationDb, required, textType } from './columns.ts';

/** How far stored words and sort keys have been rebuilt after the way they are derived changed. */
export async function rebuilds(db: MigrationDb, engine: Engine): Promise<void> {
  const [text, integer] = [textType(engine), integerType(engine)];
  await createTable(db, engine, 'rebuilds', 'without rowid')
    .addColumn('what', text, (column) => column.primaryKey().notNull())
    .addColumn('version', integer, required)
    .addColumn('round', integer, required)
    .addColumn('after_id', integer, required)
    .addColumn('done', integer, required)
    .addColumn('total', integer, required)
    .addColumn('renewed', integer, required)
    .addColumn('ended_at', text)
    .execute();
}
