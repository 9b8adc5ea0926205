import { createTable, integerType, type MigrationStep, required, textType } from './columns.ts';

/** Which builds may run on the schema after each step, the mark of the folder of uploads, and where the audit chain went on. */
export const running: MigrationStep = async (db, engine) => {
  const text = textType(engine);
  await createTable(db, engine, 'schema_floors', 'without rowid')
    .addColumn('step', text, (column) => column.primaryKey().notNull())
    .addColumn('oldest', text, required)
    .execute();
  await createTable(db, engine, 'files_folders', 'without rowid')
    .addColumn('role', text, (column) => column.primaryKey().notNull())
    .addColumn('mark', text, required)
    .addColumn('since', text, required)
    .execute();
  await createTable(db, engine, 'audit_breaks')
    .addColumn('signature', text, (column) => column.primaryKey().notNull())
    .addColumn('kind', text, required)
    .addColumn('seq', integerType(engine), required)
    .addColumn('hash', text, required)
    .addColumn('lost_seq', integerType(engine), required)
    .addColumn('lost_hash', text, required)
    .addColumn('accepted_at', text, required)
    .addColumn('by', text, required)
    .addColumn('kid', text, required)
    .execute();
};
