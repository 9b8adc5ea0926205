import { AppError } from '../../platform/kernel/app-error.ts';
import { givesPower } from '../../platform/kernel/role.ts';
import { DELIMITERS, type Delimiter } from './import.ts';
import { layoutOf, type Mapping, meaningOf, type ReadColumn } from './import-columns.ts';
import { importErrors } from './imports-errors.ts';
import { type CsvFile, readHead, readRecords } from './read-records.ts';
import { type RoleWords, readRole } from './role-words.ts';

const MOST_ROWS = 1_000_000;

/** A file, with the importer's meanings for its columns and words. */
export interface FileToInspect extends CsvFile {
  readonly mapping: Mapping;
  readonly roles: RoleWords;
}

export interface FileReport {
  readonly delimiter: Delimiter;
  readonly columns: readonly ReadColumn[];
  readonly saysTenants: boolean;
  readonly total: number;
  /** Whether a row grants a role that sees or manages others, which requires re-authentication. */
  readonly grantsPower: boolean;
}

/**
 * Reads a whole file once, so that an unreadable one is refused before any row is imported.
 * @throws AppError 422: the codes of `imports.*`
 */
export async function inspectFile(file: FileToInspect): Promise<FileReport> {
  const delimiter = await sniffDelimiter(file);
  let layout: ReturnType<typeof layoutOf> | undefined;
  let total = 0;
  let grantsPower = false;
  for await (const { cells } of readRecords(file, delimiter)) {
    if (layout === undefined) {
      layout = layoutOf(cells, file.mapping);
      continue;
    }
    if (++total > MOST_ROWS) throw new AppError(importErrors['imports.too_many_rows']);
    const role = readRole(cells[layout.indexes.get('role') ?? -1] ?? '', file.roles);
    grantsPower ||= role !== undefined && givesPower(role);
  }
  if (layout === undefined || total === 0) throw new AppError(importErrors['imports.empty']);
  return { delimiter, columns: layout.columns, saysTenants: layout.indexes.has('tenant_id'), total, grantsPower };
}

/** The delimiter that gives the first line the most known headings, else the most headings. */
async function sniffDelimiter(file: CsvFile): Promise<Delimiter> {
  const [first = ''] = (await readHead(file)).replace(/^[\s\uFEFF]+/, '').split(/[\r\n]/, 1);
  const known = (delimiter: Delimiter) =>
    first.split(delimiter).filter((heading) => meaningOf(heading) !== undefined).length;
  const columns = (delimiter: Delimiter) => first.split(delimiter).length;
  const better = (one: Delimiter, other: Delimiter) => known(other) - known(one) || columns(other) - columns(one);
  return DELIMITERS.toSorted(better)[0] ?? ',';
}
