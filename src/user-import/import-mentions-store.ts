import type { Tx } from '../database/database.ts';
import type { JsonText } from '../database/json-column.ts';
import { withoutMentions } from '../kernel/mention.ts';

/**
 * Removes these texts from what is kept of files: people name a file after somebody, and of a file without headings the first
 * row is taken for them. An import that still runs reads by its headings and keeps them.
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

/** Addresses, numbers and names have no quotes in them, so what was JSON stays JSON, of the same shape. */
const blank = <Value>(json: JsonText<Value>, texts: readonly string[]): JsonText<Value> =>
  withoutMentions(json, texts) as JsonText<Value>;
