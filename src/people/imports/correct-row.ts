import { resumed } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { type AnyCaller, keyOfCaller } from '../../platform/http/caller.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import { problemCounts } from './add-up-problems.ts';
import type { CheckCorrection } from './check-correction.ts';
import type { CorrectedCells, Corrections } from './corrections.ts';
import { findCorrections, saveCorrections } from './corrections-store.ts';
import { importLists } from './find-imports.ts';
import type { Import, Outcome } from './import.ts';
import { importRows } from './import-rows-store.ts';
import { claimCorrection, imports, problemsAsJson } from './imports-store.ts';
import type { RecheckedRow } from './rechecked-rows.ts';
import type { RunDeps } from './run-deps.ts';
import { fileOf, inTenants, runBatch, tenantCheck } from './run-import.ts';
import { requireKept } from './show-cells.ts';
import type { ReadFor } from './slow-files.ts';
import { missingFile } from './start-import.ts';
import { isProblem, leftBehind } from './validate-row.ts';

export interface CorrectDeps extends RunDeps {
  readonly checkCorrection: CheckCorrection;
  readonly readFor: ReadFor;
}

/** A cell by its place, from 0; without a text it is again as the file has it. */
export interface CellToCorrect {
  readonly index: number;
  readonly text: string | null;
}

/** Reading a file again costs what reading it costs. */
const MOST = 1000;
/** Others who correct the same file at that moment. */
const MOST_TRIES = 4;
/** Rows that share an address and are counted anew; a file with more is not made by people. */
const MOST_ALIKE = 1000;

/**
 * Corrects cells of a check's file and checks the row anew, with the rows below that share its address. Only a check whose file is
 * still there can be corrected, and exactly one correction follows another.
 * @throws AppError `imports.row_not_found` (404), `imports.file_gone`, `imports.corrected`, `imports.too_many_corrections` (409), and what
 * reading the file throws
 */
export async function correctRow(
  deps: CorrectDeps,
  call: Call<AnyCaller>,
  id: number,
  correction: { readonly line: number; readonly cells: readonly CellToCorrect[] },
): Promise<Import> {
  const { read } = deps.database;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const of = await importLists.get(read, call.caller, id);
    requireOpen(of, call);
    const rechecked = await recheck(deps, call, of, correction);
    const isSaved = await deps.database.transaction((tx) => save(tx, deps, call, { of, rechecked, ...correction }));
    if (isSaved) return importLists.get(read, call.caller, id);
  }
  throw new AppError('imports.corrected');
}

function requireOpen(of: Import, { at }: Call<AnyCaller>): void {
  if (of.mode !== 'dry-run') throw new AppError('imports.file_gone');
  requireKept(of, at);
  if (of.corrected >= MOST) throw new AppError('imports.too_many_corrections');
}

async function recheck(
  deps: CorrectDeps,
  call: Call<AnyCaller>,
  of: Import,
  { line, cells }: { readonly line: number; readonly cells: readonly CellToCorrect[] },
): Promise<readonly RecheckedRow[]> {
  const corrections = await findCorrections(deps.database.read, of);
  const copy = await deps.files.local(of.file).catch(missingFile);
  try {
    const file = {
      ...fileOf(deps, of, copy.path, corrections),
      from: 0,
      line,
      cells: joined(corrections, line, cells),
    };
    const caller = keyOfCaller(call.caller);
    const rows = await deps.readFor(caller, () => deps.checkCorrection(caller, file)).catch(missingFile);
    if (rows[0]?.after.line !== line) throw new AppError('imports.row_not_found');
    const some = rows.slice(0, MOST_ALIKE);
    const isTenant = tenantCheck(deps);
    const [before, after] = [some.map((row) => row.before), some.map((row) => row.after)];
    const [was, is] = [await inTenants(before, isTenant), await inTenants(after, isTenant)];
    return some.map((row, index) => ({ before: was[index] ?? row.before, after: is[index] ?? row.after }));
  } finally {
    await copy.release();
  }
}

function joined(corrections: Corrections, line: number, cells: readonly CellToCorrect[]): CorrectedCells {
  const row: Record<number, string> = { ...corrections[line] };
  for (const { index, text } of cells)
    if (text === null) delete row[index];
    else row[index] = text;
  return row;
}

interface Correction {
  readonly of: Import;
  readonly line: number;
  readonly cells: readonly CellToCorrect[];
  readonly rechecked: readonly RecheckedRow[];
}

/** Whether the file was still as it was read. */
async function save(
  tx: Tx,
  deps: CorrectDeps,
  call: Call<AnyCaller>,
  { of, line, cells, rechecked }: Correction,
): Promise<boolean> {
  const { at, context } = resumed(call, deps.clock);
  if (!(await claimCorrection(tx, of, at))) return false;
  const by = { corrected_by: context.actor?.id ?? null, corrected_at: at };
  await saveCorrections(
    tx,
    cells.map(({ index, text }) => ({ import_id: of.id, line, cell: index, text, ...by })),
  );
  await takeBack(tx, of, rechecked);
  const counted = await imports.find(tx, of.id);
  if (counted === undefined) throw new Error('A claimed import is there');
  const importer = { call, by: null, account: null };
  await runBatch(
    tx,
    deps,
    counted,
    importer,
    rechecked.map(({ after }) => after),
  );
  const columns = cells.flatMap(({ index }) => of.columns[index]?.field ?? []);
  await recordAudit(tx, call, {
    action: 'import.correct',
    tenantId: of.target_tenant_id,
    meta: { import_id: of.id, line, columns },
  });
  return true;
}

/** Takes the outcomes of rows out of what was counted. */
async function takeBack(tx: Tx, of: Import, rechecked: readonly RecheckedRow[]): Promise<void> {
  const before = new Map(rechecked.map((row) => [row.before.line, row.before.result]));
  const problems = problemCounts(of);
  const counts: Partial<Record<Outcome | 'administrators', number>> = {};
  const less = (key: Outcome | 'administrators') => {
    counts[key] = (counts[key] ?? 0) - 1;
  };
  for (const { line, outcome } of await importRows.listAt(tx, of.id, [...before.keys()])) {
    less(outcome);
    const result = before.get(line);
    if (result === undefined) continue;
    if (isProblem(result)) problems.remove(result);
    else if (outcome === 'created') {
      const left = leftBehind(result);
      if (left !== undefined) problems.remove(left);
      if (tierOf(result.role) <= tierOf('admin')) less('administrators');
    }
  }
  await importRows.dropAt(tx, of.id, [...before.keys()]);
  await imports.addCounts(tx, of.id, counts, problemsAsJson(problems.totals()));
}
