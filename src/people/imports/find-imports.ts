import { type Manager, reachesEveryTenant, reachesTenant } from '../../accounts/permissions/managing-users.ts';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import { findNames } from '../../accounts/users/find-names.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { type Page, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { type CursorKey, keyFromCursor } from '../../platform/http/page-cursor.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { type Import, type ImportRow, OUTCOMES, type Outcome } from './import.ts';
import { listCreatedRows, listRowsByOutcome } from './import-rows-store.ts';
import { importErrors } from './imports-errors.ts';
import { countImports, findImport, listImports } from './imports-store.ts';
import type { ImportToShow } from './imports-wire.ts';

/** @throws AppError `imports.not_found` (404), also for an import of another tenant */
export async function getImport(db: Db, manager: Manager, id: number): Promise<Import> {
  const found = await findImport(db, id);
  const reached =
    found && (found.tenant_id === null ? reachesEveryTenant(manager) : reachesTenant(manager, found.tenant_id));
  if (!reached) throw new AppError(importErrors['imports.not_found']);
  return found;
}

/** Adds the names of those who requested the imports, within the caller's scope. */
export async function withNames(
  { read }: Database,
  manager: Manager,
  rows: readonly Import[],
): Promise<ImportToShow[]> {
  const ids = [...new Set(rows.flatMap(({ created_by }) => created_by ?? []))];
  const names = await findNames(read, ids, scopeOf(manager, undefined).tenantId);
  return rows.map((row) => ({ ...row, created_by_name: names.get(row.created_by ?? 0) ?? null }));
}

interface Wanted {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Newest first. @throws AppError 404 for a tenant out of scope; InvalidRequest (422) for a cursor of another list */
export async function listImportsFor(
  db: Db,
  manager: Manager,
  { tenantId: wanted, cursor, limit }: Wanted & { tenantId: TenantId | undefined },
): Promise<Page<Import>> {
  const { tenantId } = scopeOf(manager, wanted);
  const [before] = cursor === undefined ? [] : keyFromCursor('imports', ['number'], cursor);
  const page = { tenantId, before: before === undefined ? undefined : Number(before), limit };
  return { rows: await listImports(db, page), counted: await countImports(db, tenantId, TOTAL_CAP + 1), limit };
}

/** One page of row outcomes, problems first. */
export async function listImportRows(
  db: Db,
  { id, created, skipped, failed, undone }: Import,
  { outcome, cursor, limit }: Wanted & { outcome: Outcome | undefined },
): Promise<Page<ImportRow>> {
  const after = cursor === undefined ? undefined : placeFrom(id, cursor);
  const outcomes: readonly Outcome[] = outcome === undefined ? OUTCOMES : [outcome];
  const rows = await listRowsByOutcome(db, id, { outcomes, after, limit });
  const counts: Record<Outcome, number> = { created: created - undone, skipped, failed, undone };
  return { rows, counted: outcomes.reduce((sum, one) => sum + counts[one], 0), limit };
}

/** Cursors of one import's rows do not work for another. */
export const rowList = (importId: number): string => `imports:${importId}:rows`;
export const rowKey = ({ outcome, line }: ImportRow): CursorKey => [OUTCOMES.indexOf(outcome), line];

function placeFrom(importId: number, cursor: string) {
  const [rank, line] = keyFromCursor(rowList(importId), ['number', 'number'], cursor);
  return { outcome: OUTCOMES[Number(rank)] ?? 'failed', line: Number(line) };
}

const PEOPLE_AT_ONCE = 1000;

/** Everybody whom an import created, whatever happened to them later, in portions. */
export async function* takeCreatedPeople(db: Db, importId: number): AsyncGenerator<readonly UserId[]> {
  for (let from = 0; ; ) {
    const rows = await listCreatedRows(db, importId, from, PEOPLE_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.flatMap(({ user_id }) => user_id ?? []);
    from = last.line;
  }
}

/** Progress of an import, unscoped. @throws Error when there is none */
export async function importProgress(db: Db, id: number): Promise<Import> {
  const found = await findImport(db, id);
  if (found === undefined) throw new Error(`There is no import ${id}.`);
  return found;
}
