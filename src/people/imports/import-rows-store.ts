import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { fromJson } from '../../platform/database/json-column.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { actRowStore } from '../long-acts/act-rows-store.ts';
import { type ImportRow, importRowsTable, OUTCOMES } from './import.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    import_rows: TableOf<typeof importRowsTable>;
  }
}

export const importRows = actRowStore<ImportRow>(importRowsTable, {
  outcomes: OUTCOMES,
  most: 'created',
  undoable: ['created', 'updated'],
});

/** Imports that created this person or changed them, with the changed cells as long as they are kept. */
export async function listImportsOf(db: Db, userId: UserId) {
  const found = db
    .selectFrom('import_rows')
    .innerJoin('imports', 'imports.id', 'import_rows.import_id')
    .select(['imports.id', 'imports.created_at', 'imports.created_by', 'import_rows.changes'])
    .where('import_rows.user_id', '=', userId)
    .where('import_rows.outcome', 'in', ['created', 'updated', 'undone'])
    .where('imports.mode', '=', 'real');
  return (await found.execute()).map(({ changes, ...row }) => ({
    ...row,
    changes: changes === null ? null : fromJson(changes),
  }));
}

export async function forgetChangesOf(tx: Tx, userId: UserId): Promise<void> {
  await tx.updateTable('import_rows').set({ changes: null }).where('user_id', '=', userId).execute();
}

/** What a check would have changed is content of its file, and goes with it. */
export async function forgetChangesIn(tx: Tx, importIds: readonly number[]): Promise<void> {
  const told = tx.updateTable('import_rows').set({ changes: null }).where('changes', 'is not', null);
  await told.where('import_id', 'in', valuesOf('bigint', importIds)).execute();
}

/** Blanks the changed cells of imports before an instant, at most `most` rows at once; they cannot be given back any more. */
export async function forgetOldChanges(tx: Tx, before: Instant, most: number): Promise<number> {
  const old = tx
    .selectFrom('import_rows')
    .innerJoin('imports', 'imports.id', 'import_rows.import_id')
    .select(['import_rows.import_id', 'import_rows.line'])
    .where('import_rows.changes', 'is not', null)
    .where('imports.created_at', '<', before)
    .limit(most);
  const rows = await old.execute();
  for (const { import_id, line } of rows) {
    const row = tx.updateTable('import_rows').set({ changes: null }).where('import_id', '=', import_id);
    await row.where('line', '=', line).execute();
  }
  return rows.length;
}
