import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { andServices, permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { hours } from '../../platform/kernel/durations.ts';
import { type CorrectDeps, correctRow } from './correct-row.ts';
import { importRows } from './import-rows-store.ts';
import { importErrors } from './imports-errors.ts';
import * as wire from './imports-wire.ts';
import { indexOf } from './show-cells.ts';

const {
  'imports.not_found': notFound,
  'imports.row_not_found': noRow,
  'imports.file_gone': gone,
  'imports.corrected': corrected,
  'imports.too_many_corrections': tooMany,
  'imports.too_slow': slow,
  'imports.busy': busy,
} = importErrors;

export const correctRowRoute = (deps: CorrectDeps): Route =>
  defineRoute({
    method: 'PATCH',
    path: '/api/admin/imports/:id/rows/:line',
    summary: 'Corrects cells of a checked file before it is imported, and checks their row anew',
    tag: 'Import',
    access: andServices('imports:write', permitted('imports.manage')),
    limit: perCaller({ most: 1000, within: hours(1) }), // each reveals whether an address has an account
    audit: ['import.correct'],
    request: { params: wire.RowOfFile, body: wire.CorrectBody },
    responses: {
      success: ok(wire.CorrectedAnswer, 'The row as it is now'),
      refusals: [notFound, noRow, gone, corrected, tooMany, slow, busy],
    },
    handle: async ({ params: { id, line }, body, call }) => {
      const of = await correctRow(deps, call, id, { line, cells: body.cells });
      const [row] = await importRows.listAt(deps.database.read, id, [line]);
      if (row === undefined) throw new AppError('imports.row_not_found');
      return { row: wire.showRow(row), faulty_index: indexOf(of.columns, row.column_name) };
    },
  });
