import { type PreparedPerson, preparePerson } from '../../accounts/users/person-to-create.ts';
import type { Delimiter } from './import.ts';
import { type Layout, layoutOf, type Mapping } from './import-columns.ts';
import { type CsvFile, readRecords } from './read-records.ts';
import { seenAddresses } from './seen-addresses.ts';
import { isProblem, type Problem, readAddress, type ValidationRules, validateRow } from './validate-row.ts';

/** A row of a file: the person it would create, or why not. */
export interface ValidatedRow {
  readonly line: number;
  readonly result: PreparedPerson | Problem;
}

/** Everything validation depends on, as plain data for another thread. */
export interface FileToValidate extends CsvFile {
  readonly delimiter: Delimiter;
  readonly mapping: Mapping;
  /** The first line that is not done. */
  readonly from: number;
  /** Rows per batch. */
  readonly batch: number;
  readonly rules: ValidationRules;
}

/** The remaining rows in batches. Finished ones are read too, since later ones may repeat their addresses. */
export async function* validatedRows(file: FileToValidate): AsyncGenerator<ValidatedRow[]> {
  const seen = seenAddresses();
  let layout: Layout | undefined;
  let batch: ValidatedRow[] = [];
  for await (const { line, cells, unreadable } of readRecords(file, file.delimiter)) {
    if (layout === undefined) {
      layout = layoutOf(cells, file.mapping);
      continue;
    }
    const address = readAddress(cells, layout);
    const isFirst = address === undefined || seen.add(address);
    if (line < file.from) continue;
    if (unreadable) batch.push({ line, result: UNREADABLE });
    else batch.push({ line, result: isFirst ? prepare(cells, address, layout, file.rules) : REPEATED });
    if (batch.length < file.batch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const REPEATED: Problem = { column: 'email', reason: 'duplicate_in_file' };
const UNREADABLE: Problem = { column: null, reason: 'unreadable' };

function prepare(...row: Parameters<typeof validateRow>): ValidatedRow['result'] {
  const result = validateRow(...row);
  return isProblem(result) ? result : preparePerson(result);
}
