import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import { createTable, idColumn, integerType, type MigrationDb, required, textType } from './columns.ts';

/** Acts on everybody who matches a filter: the job, whom it has yet to act on, and what became of each. */
export async function bulkActs(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  await idColumn(createTable(db, engine, 'bulk_jobs'), engine)
    .addColumn('tenant_id', integer)
    .addColumn('created_by', integer, required)
    .addColumn('asked_by', integer, required)
    .addColumn('tier', integer, required)
    .addColumn('authenticated', text, required)
    .addColumn('ip', text)
    .addColumn('user_agent', text)
    .addColumn('request_id', text)
    .addColumn('action', text, required)
    .addColumn('role', text)
    .addColumn('reason', text, required)
    .addColumn('filter', text, required)
    .addColumn('status', text, required)
    .addColumn('failure', text)
    .addColumn('live_scope', integer)
    .addColumn('live_caller', integer)
    .addColumn('total', integer, required)
    .addColumn('done', integer, required)
    .addColumn('refused', integer, required)
    .addColumn('gone', integer, required)
    .addColumn('undone', integer, required)
    .addColumn('kept', integer, required)
    .addColumn('next_batch', integer, required)
    .addColumn('undo_after', integer, required)
    .addColumn('created_at', text, required)
    .addColumn('started_at', text)
    .addColumn('finished_at', text)
    .addColumn('undo_requested_at', text)
    .addColumn('undone_at', text)
    .execute();
  await db.schema.createIndex('bulk_jobs__in_tenant').on('bulk_jobs').columns(['tenant_id', 'id']).execute();
  const open = db.schema.createIndex('bulk_jobs__open').on('bulk_jobs').column('id');
  await open.where(sql.ref('status'), 'in', [sql.lit('queued'), sql.lit('running')]).execute();
  // Of two that start at once in one place, or for one caller, one is refused.
  for (const column of ['live_scope', 'live_caller'])
    await db.schema.createIndex(`bulk_jobs__${column}_unique`).on('bulk_jobs').column(column).unique().execute();
  await createTable(db, engine, 'bulk_batches', 'without rowid')
    .addColumn('job_id', integer, (column) => column.notNull().references('bulk_jobs.id'))
    .addColumn('number', integer, required)
    .addColumn('ids', text, required)
    .addPrimaryKeyConstraint('bulk_batches__key', ['job_id', 'number'])
    .execute();
  await createTable(db, engine, 'bulk_rows', 'without rowid')
    .addColumn('job_id', integer, (column) => column.notNull().references('bulk_jobs.id'))
    .addColumn('user_id', integer, required)
    .addColumn('outcome', text, required)
    .addColumn('code', text)
    .addColumn('before', text)
    .addColumn('token_id', integer)
    .addPrimaryKeyConstraint('bulk_rows__key', ['job_id', 'user_id'])
    .execute();
  const problems = db.schema.createIndex('bulk_rows__by_outcome').on('bulk_rows');
  await problems.columns(['job_id', 'outcome', 'user_id']).execute();
  await db.schema.createIndex('bulk_rows__user_id').on('bulk_rows').column('user_id').execute();
}
