import type { Db } from '../database/database.ts';
import { csvLine } from '../kernel/csv-cell.ts';
import type { Language } from '../users/user.ts';
import { textOfReason } from './import-reasons.ts';
import { listRows } from './import-rows-store.ts';

const PAGE = 500;
/** Spreadsheets take a file without it for one in the machine's old encoding. */
const MARK = '\uFEFF';

/**
 * Lines of a CSV file with the outcome of every row, in the order of the file; page by page, as fast as they are taken. Its
 * headings and codes are for programs and the same in every language; `detail` is for people.
 */
export async function* importReport(db: Db, importId: number, language: Language): AsyncGenerator<string> {
  yield MARK + csvLine(['line', 'outcome', 'user_id', 'column', 'reason', 'detail']);
  for (let after = 0; ; ) {
    const rows = await listRows(db, importId, after, PAGE);
    if (rows.length === 0) return;
    after = rows.at(-1)?.line ?? after;
    const lines = rows.map(({ line, outcome, user_id, column_name, reason }) =>
      csvLine([line, outcome, user_id, column_name, reason, textOfReason(reason, language)]),
    );
    yield lines.join('');
  }
}
