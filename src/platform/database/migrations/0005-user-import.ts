import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import { createTable, idColumn, integerType, type MigrationDb, required, textType } from './columns.ts';

/** Imports and the outcome of each row. */
export async function userImport(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  await idColumn(createTable(db, engine, 'imports'), engine)
    .addColumn('tenant_id', integer)
    .addColumn('target_tenant_id', integer, required)
    .addColumn('created_by', integer)
    .addColumn('asked_by', integer)
    .addColumn('tier', integer, required)
    .addColumn('ip', text)
    .addColumn('user_agent', text)
    .addColumn('request_id', text)
    .addColumn('mode', text, required)
    .addColumn('invitations', text, required)
    .addColumn('status', text, required)
    .addColumn('failure', text)
    .addColumn('file', text, required)
    .addColumn('encoding', text, required)
    .addColumn('delimiter', text, required)
    .addColumn('ignored_columns', text, required)
    .addColumn('left_out', text, required)
    .addColumn('total', integer, required)
    .addColumn('created', integer, required)
    .addColumn('skipped', integer, required)
    .addColumn('failed', integer, required)
    .addColumn('undone', integer, required)
    .addColumn('kept', integer, required)
    .addColumn('next_line', integer, required)
    .addColumn('undo_line', integer, required)
    .addColumn('created_at', text, required)
    .addColumn('started_at', text)
    .addColumn('finished_at', text)
    .addColumn('undo_requested_at', text)
    .addColumn('undone_at', text)
    .execute();
  await db.schema.createIndex('imports__in_tenant').on('imports').columns(['tenant_id', 'id']).execute();
  const open = db.schema.createIndex('imports__open').on('imports').column('id');
  await open.where(sql.ref('status'), 'in', [sql.lit('queued'), sql.lit('running')]).execute();
  await createTable(db, engine, 'import_rows', 'without rowid')
    .addColumn('import_id', integer, (column) => column.notNull().references('imports.id'))
    .addColumn('line', integer, required)
    .addColumn('outcome', text, required)
    .addColumn('user_id', integer)
    .addColumn('column_name', text)
    .addColumn('reason', text)
    .addPrimaryKeyConstraint('import_rows__key', ['import_id', 'line'])
    .execute();
  // Lists show problems first, and there are usually few.
  const problems = db.schema.createIndex('import_rows__problems').on('import_rows');
  await problems
    .columns(['import_id', 'outcome', 'line'])
    .where(sql.ref('outcome'), '<>', sql.lit('created'))
    .execute();
  const people = db.schema.createIndex('import_rows__user_id').on('import_rows').column('user_id');
  await people.where(sql.ref('user_id'), 'is not', null).execute();
}
