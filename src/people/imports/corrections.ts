import { defineTable, integer, type RowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';

/** A cell of a checked file that somebody corrected on the page. Its text is content of the file, and goes with it. */
export const importCorrectionsTable = defineTable(
  'import_corrections',
  {
    import_id: integer('internal', 'kept'),
    line: integer('internal', 'kept'),
    /** The place of the cell in its row, from 0. */
    cell: integer('internal', 'kept'),
    text: text('third-party', 'emptied').orNull(),
    /** `null` for a service. */
    corrected_by: integer<UserId>('duplicate', 'kept').orNull(),
    corrected_at: text<Instant>('internal', 'kept'),
  },
  {
    key: ['import_id', 'line', 'cell'],
    clustered: true,
    indexes: { corrected_by: { columns: 'corrected_by', where: 'corrected_by is not null' } },
    personal: { merging: { corrected_by: 'stays' }, parts: {} },
  },
);

export type Correction = RowOf<typeof importCorrectionsTable>;

/** Corrected cells of a row, by their place. */
export type CorrectedCells = Readonly<Record<number, string>>;

/** Corrected rows of a file, by their line: plain data for another thread. */
export type Corrections = Readonly<Record<number, CorrectedCells>>;

export const NO_CORRECTIONS: Corrections = {};

/** A row as it stands with its corrections. Whoever corrects a line that cannot be read has seen how it is taken. */
export function withCorrections<Row extends { readonly cells: readonly string[]; readonly unreadable: boolean }>(
  row: Row,
  corrected: CorrectedCells | undefined,
): Row {
  if (corrected === undefined) return row;
  const cells = [...row.cells];
  for (const [place, text] of Object.entries(corrected)) {
    while (cells.length < Number(place)) cells.push('');
    cells[Number(place)] = text;
  }
  return { ...row, cells, unreadable: false };
}
