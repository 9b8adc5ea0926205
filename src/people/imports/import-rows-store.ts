import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { insertRows, valuesOf } from '../../platform/database/insert-rows.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { type Import, type ImportRow, type importRowsTable, OUTCOMES, type Outcome } from './import.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    import_rows: TableOf<typeof importRowsTable>;
  }
}

const COLUMNS = ['import_id', 'line', 'outcome', 'user_id', 'column_name', 'reason'] as const;

export async function addRows(tx: Tx, rows: readonly ImportRow[]): Promise<void> {
  const numbers = ['import_id', 'line', 'user_id'] as const;
  await insertRows(tx, { table: 'import_rows', columns: COLUMNS, numbers, rows });
}

export const listRows = (db: Db, importId: number, after: number, limit: number): Promise<ImportRow[]> =>
  rowsOf(db, importId).where('line', '>', after).orderBy('line').limit(limit).execute();

export const listRowsAt = (db: Db, importId: number, lines: readonly number[]): Promise<ImportRow[]> =>
  rowsOf(db, importId).where('line', 'in', lines).execute();

/** Rows that created somebody, for undoing them. */
export const listCreatedRows = (db: Db, importId: number, after: number, limit: number): Promise<ImportRow[]> =>
  rowsOf(db, importId)
    .where('outcome', '=', 'created')
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute();

export async function markUndone(tx: Tx, importId: number, userIds: readonly UserId[]): Promise<void> {
  await tx
    .updateTable('import_rows')
    .set({ outcome: 'undone' })
    .where('import_id', '=', importId)
    .where('user_id', 'in', valuesOf('bigint', userIds))
    .execute();
}

/** Where a page of rows starts: after this line of this outcome. */
export interface RowPlace {
  readonly outcome: Outcome;
  readonly line: number;
}

/** Problems first, then by line; one extra row. Each outcome is an index range, so that no page sorts the file. */
export async function listRowsByOutcome(
  db: Db,
  importId: number,
  { outcomes, after, limit }: { outcomes: readonly Outcome[]; after: RowPlace | undefined; limit: number },
): Promise<ImportRow[]> {
  const found: ImportRow[] = [];
  const begun = after === undefined ? 0 : OUTCOMES.indexOf(after.outcome);
  for (const outcome of OUTCOMES.filter((one, rank) => outcomes.includes(one) && rank >= begun)) {
    const beyond = outcome === after?.outcome ? after.line : 0;
    const page = withOutcome(rowsOf(db, importId), outcome).where('line', '>', beyond).orderBy('line');
    found.push(...(await page.limit(limit + 1 - found.length).execute()));
    if (found.length > limit) break;
  }
  return found;
}

/** The last row of a file with this outcome. */
export const findLastRow = (db: Db, importId: number, outcome: Outcome): Promise<ImportRow | undefined> =>
  withOutcome(rowsOf(db, importId), outcome).orderBy('line', 'desc').limit(1).executeTakeFirst();

/** `created` is most of a file and in primary key order; the other outcomes have a partial index. */
const withOutcome = (rows: ReturnType<typeof rowsOf>, outcome: Outcome) =>
  outcome === 'created'
    ? rows.where('outcome', '=', outcome)
    : rows.where('outcome', '=', outcome).where('outcome', '<>', sql.lit('created'));

/** Imports that created this person. */
export const listImportsOf = (db: Db, userId: UserId): Promise<Pick<Import, 'id' | 'created_at' | 'created_by'>[]> =>
  db
    .selectFrom('import_rows')
    .innerJoin('imports', 'imports.id', 'import_rows.import_id')
    .select(['imports.id', 'imports.created_at', 'imports.created_by'])
    .where('import_rows.user_id', '=', userId)
    .execute();

const rowsOf = (db: Db, importId: number) => db.selectFrom('import_rows').selectAll().where('import_id', '=', importId);
