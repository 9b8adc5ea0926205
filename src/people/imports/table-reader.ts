/** What a file is: text with delimiters, or what a `TableReader` reads. */
export const FORMS = ['csv', 'xlsx', 'json'] as const;
export type Form = (typeof FORMS)[number];

/** A row of cells, with the line or row of the file that it is in, the first being 1. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Whether a workbook does not show it. */
  readonly isHidden?: boolean;
  /** How many of its cells have the value of the cells above that they are merged with. */
  readonly merged?: number;
}

export interface Sheet {
  readonly name: string;
  /** The places of the columns that a workbook does not show, the first being 0. */
  readonly hiddenColumns?: readonly number[];
  /** Every row, whatever stands above the headings too. Rows without content may be left out. */
  rows(): AsyncIterable<TableRow> | Iterable<TableRow>;
}

/** What of a sheet is read though people do not see it there. */
export interface SheetFacts {
  readonly hidden_rows: number;
  readonly hidden_columns: readonly number[];
  readonly merged: number;
}

/**
 * Reads files that are no text with delimiters: a workbook, or the accounts of another system as rows under headings of
 * `import-columns.ts`. A new one is added to `TABLE_READERS`; whatever it yields is found, mapped, checked, imported and undone
 * like the lines of a CSV file.
 */
export interface TableReader {
  readonly form: Form;
  /** Whether a file that begins with these bytes is one. */
  recognises(head: Buffer): boolean;
  /**
   * Runs once for a file, on a thread with a bound on time and memory.
   * @throws AppError `imports.*` (422) for what it cannot read
   */
  sheets(path: string): AsyncIterable<Sheet> | Iterable<Sheet>;
}
