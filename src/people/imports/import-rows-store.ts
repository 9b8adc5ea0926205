import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { fromJson, type JsonText } from '../../platform/database/json-column.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { withoutMentions } from '../../platform/kernel/mention.ts';
import { actRowStore } from '../long-acts/act-rows-store.ts';
import { type ImportRow, importRowsTable, OUTCOMES } from './import.ts';

/**
 * Blanks these texts in the stored names and headings of files: a file may be named after a person, and in a file without
 * headings the first row is read as headings. A running import needs its headings and keeps them.
 */
export async function forgetMentions(tx: Tx, texts: readonly string[]): Promise<void> {
  const told = tx.selectFrom('imports').select(['id', 'status', 'file_name', 'columns', 'ignored_columns', 'mapping']);
  for (const { id, status, ...before } of await told.execute()) {
    const { columns, ignored_columns, mapping } = before;
    const isOver = status !== 'queued' && status !== 'running';
    const headings = {
      columns: blank(columns, texts),
      ignored_columns: blank(ignored_columns, texts),
      mapping: blank(mapping, texts),
    };
    const after = { file_name: withoutMentions(before.file_name, texts), ...(isOver ? headings : {}) };
    if (JSON.stringify({ ...before, ...after }) === JSON.stringify(before)) continue;
    await tx.updateTable('imports').set(after).where('id', '=', id).execute();
  }
}

/** Addresses, numbers and names contain no quotes, so the JSON stays valid and keeps its shape. */
const blank = <Value>(json: JsonText<Value>, texts: readonly string[]): JsonText<Value> =>
  withoutMentions(json, texts) as JsonText<Value>;

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
