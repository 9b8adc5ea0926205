import type { Db } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { actRowStore } from '../long-acts/act-rows-store.ts';
import { type Import, type ImportRow, importRowsTable, OUTCOMES } from './import.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    import_rows: TableOf<typeof importRowsTable>;
  }
}

export const importRows = actRowStore<ImportRow>(importRowsTable, {
  outcomes: OUTCOMES,
  most: 'created',
  undoable: ['created'],
});

/** Imports that created this person. */
export const listImportsOf = (db: Db, userId: UserId): Promise<Pick<Import, 'id' | 'created_at' | 'created_by'>[]> =>
  db
    .selectFrom('import_rows')
    .innerJoin('imports', 'imports.id', 'import_rows.import_id')
    .select(['imports.id', 'imports.created_at', 'imports.created_by'])
    .where('import_rows.user_id', '=', userId)
    .execute();
