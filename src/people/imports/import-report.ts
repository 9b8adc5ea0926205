import type { Db } from '../../platform/database/database.ts';
import { csvLine } from '../../platform/kernel/csv-cell.ts';
import type { Sheet, SheetColumn, SheetLanguage } from '../../platform/sheets/sheet.ts';
import type { Import, ImportRow, Outcome } from './import.ts';
import { textOfReason } from './import-reasons.ts';
import { importRows } from './import-rows-store.ts';

const EVERY_ROW = { which: 'all', portion: 500 } as const;

type Words = Readonly<Record<SheetLanguage, string>>;

const FAILED: Words = { hr: 'Greška', en: 'Error' };
const DID: Readonly<Record<Outcome, Words>> = {
  failed: FAILED,
  skipped: { hr: 'Preskočeno', en: 'Skipped' },
  updated: { hr: 'Promijenjeni podaci', en: 'Details changed' },
  created: { hr: 'Otvoren račun', en: 'Account created' },
  undone: { hr: 'Uklonjen račun', en: 'Account removed' },
};
const WOULD: Readonly<Record<Outcome, Words>> = {
  failed: FAILED,
  skipped: { hr: 'Preskače se', en: 'Skipped' },
  updated: { hr: 'Mijenjaju se podaci', en: 'Details change' },
  created: { hr: 'Novi račun', en: 'New account' },
  undone: { hr: 'Poništeno', en: 'Undone' },
};

const columnsOf = ({ mode, columns }: Import): readonly SheetColumn<ImportRow>[] => {
  const outcomes = mode === 'dry-run' ? WOULD : DID;
  const headings = new Map<string | null, string>(columns.map(({ heading, field }) => [field, heading]));
  return [
    { heading: { hr: 'Redak', en: 'Row' }, cell: ({ line }) => line },
    { heading: { hr: 'Ishod', en: 'Outcome' }, cell: ({ outcome }, language) => outcomes[outcome][language] },
    {
      heading: { hr: 'Stupac', en: 'Column' },
      cell: ({ column_name: name }) => (name === null ? null : (headings.get(name) ?? name)),
    },
    { heading: { hr: 'Zašto', en: 'Why' }, cell: ({ reason }, language) => textOfReason(reason, language) },
    { heading: { hr: 'Broj osobe', en: 'Person' }, cell: ({ user_id }) => user_id },
  ];
};

/** The outcome of every row in file order, for people; columns have the names used in the file. */
export function importReport(db: Db, of: Import, language: SheetLanguage): Sheet<ImportRow> {
  const name = `${language === 'en' ? 'import' : 'uvoz'}-${of.id}`;
  return { name, language, columns: columnsOf(of), pages: importRows.take(db, of.id, EVERY_ROW) };
}

/** The same as plain CSV for programs: headings and codes do not depend on the language, only `detail` does. */
export async function* plainImportReport(db: Db, of: Import, language: SheetLanguage): AsyncGenerator<string> {
  yield csvLine(['line', 'outcome', 'user_id', 'column', 'reason', 'detail']);
  for await (const rows of importRows.take(db, of.id, EVERY_ROW))
    yield rows
      .map(({ line, outcome, user_id, column_name, reason }) =>
        csvLine([line, outcome, user_id, column_name, reason, textOfReason(reason, language)]),
      )
      .join('');
}
