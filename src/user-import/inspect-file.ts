import { AppError } from '../kernel/app-error.ts';
import { givesPower } from '../kernel/role.ts';
import { DELIMITERS, type Delimiter } from './import.ts';
import { type Layout, layoutOf, meaningOf } from './import-columns.ts';
import { readRole } from './judge-row.ts';
import { type CsvFile, readHead, readRecords } from './read-records.ts';
import { importErrors } from './user-import-errors.ts';

const MOST_ROWS = 1_000_000;

export interface FileReport {
  readonly delimiter: Delimiter;
  readonly layout: Layout;
  readonly total: number;
  /** A row asks for a role that sees or manages others: granting one is a grave act. */
  readonly grantsPower: boolean;
}

/**
 * Reads a whole file once, so that one that cannot be read is refused before anything of it is done.
 * @throws AppError 422: the codes of `imports.*`
 */
export async function inspectFile(file: CsvFile): Promise<FileReport> {
  const delimiter = await sniffDelimiter(file);
  let layout: Layout | undefined;
  let total = 0;
  let grantsPower = false;
  for await (const { cells } of readRecords(file, delimiter)) {
    if (layout === undefined) {
      layout = layoutOf(cells);
      continue;
    }
    if (++total > MOST_ROWS) throw new AppError(importErrors['imports.too_many_rows']);
    const role = readRole(cells[layout.places.get('role') ?? -1] ?? '');
    grantsPower ||= role !== undefined && givesPower(role);
  }
  if (layout === undefined || total === 0) throw new AppError(importErrors['imports.empty']);
  return { delimiter, layout, total, grantsPower };
}

/** The one by which the first line has most headings that mean something. */
async function sniffDelimiter(file: CsvFile): Promise<Delimiter> {
  const [first = ''] = (await readHead(file)).replace(/^[\s\uFEFF]+/, '').split(/[\r\n]/, 1);
  const known = (delimiter: Delimiter) =>
    first.split(delimiter).filter((heading) => meaningOf(heading) !== undefined).length;
  return DELIMITERS.toSorted((one, other) => known(other) - known(one))[0] ?? ',';
}
