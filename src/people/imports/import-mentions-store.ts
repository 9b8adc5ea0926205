import type { Tx } from '../../platform/database/database.ts';
import type { JsonText } from '../../platform/database/json-column.ts';
import { withoutMentions } from '../../platform/kernel/mention.ts';

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
