import type { Engine } from '../database.ts';
import { createTable, integerType, type MigrationDb, required, textType } from './columns.ts';

/** Codes mailed for signing in: of an account and a browser the latest. */
export async function mailedCodes(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  await createTable(db, engine, 'mailed_codes')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id'))
    .addColumn('browser', text, required)
    .addColumn('seed', text, required)
    .addColumn('code_hmac', text, required)
    .addColumn('tries', integer, required)
    .addColumn('created_at', text, required)
    .addColumn('expires_at', text, required)
    .addColumn('used_at', text)
    .execute();
  const latest = db.schema.createIndex('mailed_codes__browser').on('mailed_codes').unique();
  await latest.columns(['user_id', 'browser']).execute();
  await db.schema.createIndex('mailed_codes__seed').on('mailed_codes').column('seed').execute();
  await db.schema.createIndex('mailed_codes__expires').on('mailed_codes').column('expires_at').execute();
}
