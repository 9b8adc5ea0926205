import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import { createTable, idColumn, integerType, type MigrationDb, required, textType } from './columns.ts';

/** The document archive: documents, their files, and the tenant that publishes the yearbooks. */
export async function documents(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  await db.schema.alterTable('tenants').addColumn('publisher_since', text).execute();
  // One row for every file that must exist. Whoever adds or removes a file locks its row.
  await createTable(db, engine, 'document_files', 'without rowid')
    .addColumn('sha256', text, (column) => column.primaryKey())
    .addColumn('referred_at', text, required)
    .execute();
  await idColumn(createTable(db, engine, 'documents'), engine)
    .addColumn('tenant_id', integer, (column) => column.notNull().references('tenants.id'))
    .addColumn('kind', text, required)
    .addColumn('year', integer)
    .addColumn('title', text, required)
    .addColumn('search_words', text, required)
    .addColumn('language', text, required)
    .addColumn('pages', integer, required)
    .addColumn('size', integer, required)
    .addColumn('sha256', text, required)
    .addColumn('visibility', text, required)
    .addColumn('created_at', text, required)
    .addColumn('created_by', integer, (column) => column.references('users.id'))
    .addColumn('deleted_at', text)
    .execute();
  await createIndexes(db);
}

async function createIndexes(db: MigrationDb): Promise<void> {
  // Refuses the second of two concurrent yearbooks of one year.
  const yearTaken = db.schema
    .createIndex('documents__year_unique')
    .on('documents')
    .columns(['tenant_id', 'year'])
    .unique();
  await yearTaken.where(sql.ref('kind'), '=', sql.lit('yearbook')).where(sql.ref('deleted_at'), 'is', null).execute();
  const referring = db.schema.createIndex('documents__sha256').on('documents').column('sha256');
  await referring.where(sql.ref('deleted_at'), 'is', null).execute();
  await db.schema.createIndex('documents__created_by').on('documents').column('created_by').execute();
}
