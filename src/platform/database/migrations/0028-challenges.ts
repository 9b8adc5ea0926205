import type { Engine } from '../database.ts';
import { createTable, type MigrationDb, required, textType } from './columns.ts';

/** Challenges that were answered, so that none is answered twice. */
export async function challenges(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  await createTable(db, engine, 'spent_challenges')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('expires_at', text, required)
    .execute();
  await db.schema.createIndex('spent_challenges__expires_at').on('spent_challenges').column('expires_at').execute();
}
