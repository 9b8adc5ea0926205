import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { OPEN } from '../long-acts/long-act.ts';
import type { Correction, Corrections, importCorrectionsTable } from './corrections.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    import_corrections: TableOf<typeof importCorrectionsTable>;
  }
}

/** Every corrected cell of an import, also those whose text went with the file. */
export const listCorrections = (db: Db, importId: number): Promise<Correction[]> =>
  db
    .selectFrom('import_corrections')
    .selectAll()
    .where('import_id', '=', importId)
    .orderBy('line')
    .orderBy('cell')
    .execute();

/** How the file of an import is to be read. */
export async function findCorrections(
  db: Db,
  { id, corrected }: { id: number; corrected: number },
): Promise<Corrections> {
  const rows: Record<number, Record<number, string>> = {};
  if (corrected === 0) return rows;
  for (const { line, cell, text } of await listCorrections(db, id)) {
    if (text === null) continue;
    const row = rows[line] ?? {};
    row[cell] = text;
    rows[line] = row;
  }
  return rows;
}

/** Corrects cells of a row; those without a text are again as the file has them. */
export async function saveCorrections(tx: Tx, cells: readonly Correction[]): Promise<void> {
  for (const one of cells) {
    const { import_id, line, cell, text, corrected_by, corrected_at } = one;
    if (text === null) {
      const back = tx.deleteFrom('import_corrections').where('import_id', '=', import_id).where('line', '=', line);
      await back.where('cell', '=', cell).execute();
      continue;
    }
    await tx
      .insertInto('import_corrections')
      .values(one)
      .onConflict((conflict) =>
        conflict.columns(['import_id', 'line', 'cell']).doUpdateSet({ text, corrected_by, corrected_at }),
      )
      .execute();
  }
}

/** Corrections go on with the file. */
export async function moveCorrections(tx: Tx, from: number, to: number): Promise<void> {
  await tx.updateTable('import_corrections').set({ import_id: to }).where('import_id', '=', from).execute();
}

export async function dropCorrections(tx: Tx, importId: number): Promise<void> {
  await tx.deleteFrom('import_corrections').where('import_id', '=', importId).execute();
}

/** The same for every file that nobody is importing: one of them may contain a person who was erased. */
export async function forgetRestingCorrections(tx: Tx): Promise<void> {
  const open = tx
    .selectFrom('imports')
    .select('id')
    .where(sql<boolean>`${sql.raw(OPEN)}`);
  const told = tx.updateTable('import_corrections').set({ text: null }).where('text', 'is not', null);
  await told.where('import_id', 'not in', open).execute();
}

/** Blanks what was written into cells of these files; that it was, and by whom, stays. */
export async function forgetCorrections(tx: Tx, importIds: readonly number[]): Promise<void> {
  if (importIds.length === 0) return;
  const told = tx.updateTable('import_corrections').set({ text: null }).where('text', 'is not', null);
  await told.where('import_id', 'in', valuesOf('bigint', importIds)).execute();
}
