import type { Engine } from '../database.ts';
import { createTable, integerType, type MigrationDb, required, textType } from './columns.ts';

/**
 * Who must have a second factor, by role, in every tenant (scope 0) or in one; and who was last reminded when. Rules are
 * read with every session, by their key.
 */
export async function factorRules(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  await createTable(db, engine, 'factor_rules', 'without rowid')
    .addColumn('scope', integer, required)
    .addColumn('role', text, required)
    .addColumn('since', text, required)
    .addColumn('grace_days', integer, required)
    .addPrimaryKeyConstraint('factor_rules_pkey', ['scope', 'role'])
    .execute();
  await createTable(db, engine, 'factor_reminders')
    .addColumn('user_id', integer, (column) => column.primaryKey().notNull().references('users.id'))
    .addColumn('reminded_at', text, required)
    .execute();
  await db.schema.createIndex('factor_reminders__at').on('factor_reminders').column('reminded_at').execute();
}
