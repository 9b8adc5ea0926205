import type { Engine } from '../database.ts';
import { createTable, integerType, type MigrationDb, required, textType } from './columns.ts';

/**
 * Under which key the content of a document is kept, where that is not made of its hash alone: each upload has a key that
 * nobody had before. And the newest number in the name of somebody's avatar, so that none is given twice.
 */
export async function fileKeys(db: MigrationDb, engine: Engine): Promise<void> {
  await db.schema.alterTable('document_files').addColumn('file_key', textType(engine)).execute();
  await createTable(db, engine, 'avatar_stamps', 'without rowid')
    .addColumn('user_id', integerType(engine), (column) => column.primaryKey().notNull())
    .addColumn('stamp', integerType(engine), required)
    .execute();
}
