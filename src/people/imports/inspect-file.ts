import { AppError } from '../../platform/kernel/app-error.ts';
import { givesPower } from '../../platform/kernel/role.ts';
import { findDelimiter, findTable, isNobody, rowsIn } from './find-table.ts';
import type { Delimiter, Reading } from './import.ts';
import { cellOf, layoutOf, type Mapping, meaningOf, type ReadColumn } from './import-columns.ts';
import { readHead, readRecords, type StagedCopy, type TableFile } from './read-records.ts';
import { type RoleWords, readRole } from './role-words.ts';
import { firstRows } from './rows-file.ts';
import { type KnownShape, recall } from './saved-mapping.ts';
import type { Form } from './table-reader.ts';

const MOST_ROWS = 1_000_000;
const MOST_FIRST = 200;

/** A file, with the importer's meanings for its columns and words. */
export interface FileToInspect extends StagedCopy, Pick<TableFile, 'corrections'> {
  readonly form: Form;
  readonly sheets: readonly string[];
  /** Encodings that give nearly as likely names. */
  readonly rivals: Reading['rivals'];
  readonly mapping: Mapping;
  readonly roles: RoleWords;
  /** The importer's choices; otherwise what looks likeliest. */
  readonly tableLine: number | undefined;
  readonly sheet: string | undefined;
  /** How files of the tenant were read before, for one of which nothing is said. */
  readonly known: readonly KnownShape[];
}

export interface FileReport extends Pick<FileToInspect, 'encoding' | 'mapping' | 'roles'> {
  readonly delimiter: Delimiter;
  readonly reading: Reading;
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
export async function inspectFile(sent: FileToInspect): Promise<FileReport> {
  const { delimiter, file, ...found } = await find(sent);
  const { path, encoding, rivals, mapping, roles } = file;
  let layout: ReturnType<typeof layoutOf> | undefined;
  let total = 0;
  let notes = 0;
  let grantsPower = false;
  const { corrections } = file;
  for await (const { line, cells } of readRecords({ path, encoding, delimiter, reading: found, corrections })) {
    if (layout === undefined) {
      layout = layoutOf(cells, mapping);
      continue;
    }
    if (corrections[line] === undefined && isNobody(cells, cellOf(cells, layout, 'email'))) {
      notes += 1;
      continue;
    }
    if (++total > MOST_ROWS) throw new AppError('imports.too_many_rows');
    const role = readRole(cellOf(cells, layout, 'role'), roles);
    grantsPower ||= role !== undefined && givesPower(role);
  }
  if (layout === undefined || total === 0) throw new AppError('imports.empty');
  const reading = { form: file.form, ...found, rivals, notes };
  return {
    encoding,
    mapping,
    roles,
    delimiter,
    reading,
    columns: layout.columns,
    saysTenants: layout.indexes.has('tenant_id'),
    total,
    grantsPower,
  };
}

interface Found extends Omit<Reading, 'form' | 'rivals' | 'notes'> {
  readonly delimiter: Delimiter;
  /** The file, with the meanings by which it is read. */
  readonly file: FileToInspect;
}

const find = (file: FileToInspect): Promise<Found> =>
  file.encoding === 'rows' ? findInSheets(file) : findInText(file);

async function findInSheets(file: FileToInspect): Promise<Found> {
  const { path, sheets, known } = file;
  const first = (sheet: string | null) => firstRows(path, Math.max(0, sheets.indexOf(sheet ?? '')), MOST_FIRST);
  const inSheet = { delimiter: ';', sheets } as const;
  for (const sheet of known.length > 0 ? sheets : []) {
    const recalled = recall(await first(sheet), known);
    if (recalled !== undefined)
      return { ...inSheet, sheet, ...recalled.place, file: { ...file, ...recalled.meanings } };
  }
  const sheet = file.sheet ?? (await likeliestSheet(file));
  return { ...inSheet, sheet, ...findTable(await first(sheet), file.mapping, file.tableLine), file };
}

async function findInText(file: FileToInspect): Promise<Found> {
  const { encoding, rivals, known } = file;
  const head = await readHead(file);
  const delimiter = findDelimiter(head);
  const inText = { delimiter, sheets: [], sheet: null } as const;
  const rows = rowsIn(head, delimiter);
  const recalled = recall(rows, known);
  if (recalled === undefined) return { ...inText, ...findTable(rows, file.mapping, file.tableLine), file };
  const chosen = rivals.find((one) => one === recalled.encoding && one !== encoding);
  if (chosen !== undefined) return findInText({ ...file, encoding: chosen });
  const open = recalled.encoding === encoding ? [] : rivals;
  return { ...inText, ...recalled.place, file: { ...file, ...recalled.meanings, rivals: open } };
}

/** The first sheet with a heading for addresses, or else the first one. */
async function likeliestSheet({ path, sheets }: FileToInspect): Promise<string | null> {
  for (const [index, sheet] of sheets.entries()) {
    const rows = await firstRows(path, index, MOST_FIRST);
    if (rows.some(({ cells }) => cells.some((cell) => meaningOf(cell) === 'email'))) return sheet;
  }
  return sheets[0] ?? null;
}
