import { type PreparedPerson, preparePerson } from '../users/person-to-create.ts';
import type { Delimiter } from './import.ts';
import { type Layout, layoutOf } from './import-columns.ts';
import { isProblem, type JudgingRules, judgeRow, type Problem, readAddress } from './judge-row.ts';
import { type CsvFile, readRecords } from './read-records.ts';
import { seenAddresses } from './seen-addresses.ts';

/** A row of a file: who it would make, or why it makes nobody. */
export interface JudgedRow {
  readonly line: number;
  readonly judged: PreparedPerson | Problem;
}

/** All that a judgement depends on; plain data, for another thread. */
export interface FileToJudge extends CsvFile {
  readonly delimiter: Delimiter;
  /** The first line that is not done. */
  readonly from: number;
  /** Rows told at once. */
  readonly batch: number;
  readonly rules: JudgingRules;
}

/** Rows still to do, some at once. Those that are done are read too: later ones may repeat their addresses. */
export async function* judgedRows(file: FileToJudge): AsyncGenerator<JudgedRow[]> {
  const seen = seenAddresses();
  let layout: Layout | undefined;
  let batch: JudgedRow[] = [];
  for await (const { line, cells } of readRecords(file, file.delimiter)) {
    if (layout === undefined) {
      layout = layoutOf(cells);
      continue;
    }
    const address = readAddress(cells, layout);
    const isFirst = address === undefined || seen.add(address);
    if (line < file.from) continue;
    batch.push({ line, judged: isFirst ? judge(cells, address, layout, file.rules) : REPEATED });
    if (batch.length < file.batch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const REPEATED: Problem = { column: 'email', reason: 'duplicate_in_file' };

function judge(...row: Parameters<typeof judgeRow>): JudgedRow['judged'] {
  const judged = judgeRow(...row);
  return isProblem(judged) ? judged : preparePerson(judged);
}
