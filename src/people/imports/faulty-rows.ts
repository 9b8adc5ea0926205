import type { Language } from '../../accounts/users/user.ts';
import type { Db } from '../../platform/database/database.ts';
import type { SheetCell } from '../../platform/sheets/sheet.ts';
import { lineOf } from '../../platform/sheets/sheet-as-csv.ts';
import { hideHashes } from './hide-hashes.ts';
import type { Import } from './import.ts';
import { NOTE_HEADINGS } from './import-columns.ts';
import { textOfReason } from './import-reasons.ts';
import { listRowsByOutcome, type RowPlace } from './import-rows-store.ts';
import type { CsvRecord } from './read-records.ts';
import { recordReader } from './record-reader.ts';

const PAGE = 500;
const MARK = '\uFEFF';

/**
 * The failed rows of an import as they are in its file but for password hashes, with a first column that says why, to be corrected
 * in a spreadsheet and imported again. Yields pages, no faster than they are consumed.
 */
export async function* faultyRows(db: Db, path: string, of: Import, language: Language): AsyncGenerator<string> {
  const headings = of.columns.map(({ heading }) => heading);
  const own = headings.findIndex((heading) => Object.values<string>(NOTE_HEADINGS).includes(heading));
  const withoutOwn = (cells: readonly string[]) => cells.filter((_, index) => index !== own);
  const reader = recordReader(path, of);
  try {
    yield MARK + lineOf([NOTE_HEADINGS[language], ...withoutOwn(headings)]);
    let after: RowPlace | undefined;
    for (;;) {
      const found = await listRowsByOutcome(db, of.id, { outcomes: ['failed'], after, limit: PAGE });
      const rows = found.slice(0, PAGE);
      const last = rows.at(-1);
      if (last === undefined) return;
      const records = new Map((await reader.at(rows.map((row) => row.line))).map((one) => [one.line, one]));
      const said = rows.map(({ line: number, reason }) => {
        const cells = cellsOf(records.get(number));
        const shown = cells.map((cell, index) => hideHashes(cell, of.columns[index]));
        const why = `${language === 'en' ? 'Row' : 'Redak'} ${number}: ${textOfReason(reason, language) ?? ''}`;
        const isHidden = shown.some((cell, index) => cell !== cells[index]);
        return [isHidden ? `${why} ${HIDDEN[language]}` : why, ...withoutOwn(shown)];
      });
      yield said.map((cells) => lineOf(cells.map(asText))).join('');
      if (found.length <= PAGE) return;
      after = last;
    }
  } finally {
    await reader.close();
  }
}

/** Imported as it is, a dotted cell fails again instead of leaving the person without a password unnoticed. */
const HIDDEN: Readonly<Record<Language, string>> = {
  hr: 'Sažetak lozinke prepišite iz svoje datoteke ili ispraznite ćeliju.',
  en: 'Copy the password hash from your own file, or leave the cell empty.',
};

const cellsOf = (record: CsvRecord | undefined): readonly string[] => record?.cells ?? [];

/** Values from which a spreadsheet would strip the plus or the leading zeros. */
const NUMBER_LIKE = /^[+0][\d ]+$/;
const asText = (text: string): SheetCell => (NUMBER_LIKE.test(text) ? { digits: text } : text);
