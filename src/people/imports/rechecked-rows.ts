import { type CorrectedCells, NO_CORRECTIONS, withCorrections } from './corrections.ts';
import { type Layout, layoutOf } from './import-columns.ts';
import { readRecords } from './read-records.ts';
import { readAddress } from './validate-row.ts';
import { type FileToValidate, type ValidatedRow, validator } from './validated-rows.ts';

export interface CorrectionToCheck extends FileToValidate {
  readonly line: number;
  /** Every corrected cell of that row, those of before included. */
  readonly cells: CorrectedCells;
}

export interface RecheckedRow {
  readonly before: ValidatedRow;
  readonly after: ValidatedRow;
}

/**
 * A corrected row, then the rows below that have the address which it had or has: the first of them is right, the others repeat
 * it. Reads the whole file by the very rules of its check.
 */
export async function recheckedRows({ line: wanted, cells, ...file }: CorrectionToCheck): Promise<RecheckedRow[]> {
  const { corrections } = file;
  const found: RecheckedRow[] = [];
  const addresses = new Set<string | undefined>();
  let layout: Layout | undefined;
  let read: Record<'before' | 'after', ReturnType<typeof validator>> | undefined;
  for await (const record of readRecords({ ...file, corrections: NO_CORRECTIONS })) {
    if (layout === undefined || read === undefined) {
      layout = layoutOf(record.cells, file.mapping);
      read = { before: validator(file, layout), after: validator(file, layout) };
      continue;
    }
    const { line } = record;
    const was = withCorrections(record, corrections[line]);
    const is = line === wanted ? withCorrections(record, cells) : was;
    const [before, after] = [
      read.before(was, line in corrections),
      read.after(is, line in corrections || line === wanted),
    ];
    if (before === undefined || after === undefined) continue;
    if (line === wanted) for (const one of [was, is]) addresses.add(readAddress(one.cells, layout));
    if (line === wanted || (line > wanted && isAmong(addresses, readAddress(is.cells, layout))))
      found.push({ before: before(), after: after() });
  }
  return found;
}

const isAmong = (addresses: ReadonlySet<string | undefined>, address: string | undefined): boolean =>
  address !== undefined && addresses.has(address);
