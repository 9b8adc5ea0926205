import type { Engine } from '../database.ts';
import { type MigrationDb, required, textType } from './columns.ts';

/** Where the table of an import is in its file. Earlier imports read the first row as headings. */
const AS_BEFORE = { form: 'csv', table_line: 0, heading_lines: 1, rivals: [], notes: 0, sheets: [], sheet: null };

export async function tablesInFiles(db: MigrationDb, engine: Engine): Promise<void> {
  await db.schema
    .alterTable('imports')
    .addColumn('reading', textType(engine), (column) => required(column).defaultTo(JSON.stringify(AS_BEFORE)))
    .execute();
}
