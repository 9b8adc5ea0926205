import { AppError } from '../../platform/kernel/app-error.ts';
import { givesPower } from '../../platform/kernel/role.ts';
import { findDelimiter, findTable, isNobody, rowsIn } from './find-table.ts';
import type { Delimiter, Reading } from './import.ts';
import { cellOf, layoutOf, type Mapping, meaningOf, type ReadColumn } from './import-columns.ts';
import { readHead, readRecords, type StagedCopy, type TableFile } from './read-records.ts';
import { type RoleWords, readRole } from './role-words.ts';
import { firstRows } from './rows-file.ts';
import type { Form } from './table-reader.ts';

const MOST_ROWS = 1_000_000;
const MOST_FIRST = 200;

/** A file, with the importer's meanings for its columns and words. */
export interface FileToInspect extends StagedCopy, Pick<TableFile, 'corrections'> {
  readonly form: Form;
  readonly sheets: readonly string[];
  readonly mapping: Mapping;
  readonly roles: RoleWords;
  /** The importer's choices; otherwise what looks likeliest. */
  readonly tableLine: number | undefined;
  readonly sheet: string | undefined;
}

export interface FileReport {
  readonly delimiter: Delimiter;
  readonly reading: Omit<Reading, 'rivals'>;
  readonly columns: readonly ReadColumn[];
  readonly saysTenants: boolean;
  readonly total: number;
  /** Whether a row grants a role that sees or manages others, which requires re-authentication. */
  readonly grantsPower: boolean;
}

/**
 * Finds the table in a file and reads it once, so that an unreadable one is refused before any row is imported.
 * @throws AppError 422: the codes of `imports.*`
 */
export async function inspectFile(file: FileToInspect): Promise<FileReport> {
  const { path, encoding } = file;
  const { delimiter, ...found } = await find(file);
  let layout: ReturnType<typeof layoutOf> | undefined;
  let total = 0;
  let notes = 0;
  let grantsPower = false;
  const { corrections } = file;
  for await (const { line, cells } of readRecords({ path, encoding, delimiter, reading: found, corrections })) {
    if (layout === undefined) {
      layout = layoutOf(cells, file.mapping);
      continue;
    }
    if (corrections[line] === undefined && isNobody(cells, cellOf(cells, layout, 'email'))) {
      notes += 1;
      continue;
    }
    if (++total > MOST_ROWS) throw new AppError('imports.too_many_rows');
    const role = readRole(cellOf(cells, layout, 'role'), file.roles);
    grantsPower ||= role !== undefined && givesPower(role);
  }
  if (layout === undefined || total === 0) throw new AppError('imports.empty');
  const reading = { form: file.form, ...found, notes };
  return {
    delimiter,
    reading,
    columns: layout.columns,
    saysTenants: layout.indexes.has('tenant_id'),
    total,
    grantsPower,
  };
}

async function find(file: FileToInspect): Promise<TableFile['reading'] & { readonly delimiter: Delimiter }> {
  const { path, sheets, mapping, tableLine } = file;
  if (file.encoding === 'rows') {
    const sheet = file.sheet ?? (await likeliestSheet(file));
    const rows = await firstRows(path, Math.max(0, sheets.indexOf(sheet ?? '')), MOST_FIRST);
    return { delimiter: ';', sheets, sheet, ...findTable(rows, mapping, tableLine) };
  }
  const head = await readHead(file);
  const delimiter = findDelimiter(head);
  return { delimiter, sheets: [], sheet: null, ...findTable(rowsIn(head, delimiter), mapping, tableLine) };
}

/** The first sheet with a heading for addresses, or else the first one. */
async function likeliestSheet({ path, sheets }: FileToInspect): Promise<string | null> {
  for (const [index, sheet] of sheets.entries()) {
    const rows = await firstRows(path, index, MOST_FIRST);
    if (rows.some(({ cells }) => cells.some((cell) => meaningOf(cell) === 'email'))) return sheet;
  }
  return sheets[0] ?? null;
}
