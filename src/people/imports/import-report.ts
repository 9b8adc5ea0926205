import type { Manager } from '../../accounts/permissions/managing-users.ts';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import { findNames } from '../../accounts/users/find-names.ts';
import type { Db } from '../../platform/database/database.ts';
import { csvLine } from '../../platform/kernel/csv-cell.ts';
import type { Sheet, SheetColumn, SheetLanguage } from '../../platform/sheets/sheet.ts';
import type { Correction } from './corrections.ts';
import { listCorrections } from './corrections-store.ts';
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
  updated: { hr: 'Novi podaci', en: 'New details' },
  created: { hr: 'Novi račun', en: 'New account' },
  undone: { hr: 'Poništeno', en: 'Undone' },
};

const columnsOf = ({ mode, columns }: Import, corrected: CorrectedWords): readonly SheetColumn<ImportRow>[] => {
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
    ...(corrected.size === 0
      ? []
      : [
          {
            heading: { hr: 'Ispravljeno na stranici', en: 'Corrected on the page' },
            cell: ({ line }: ImportRow) => corrected.get(line) ?? null,
          },
        ]),
    { heading: { hr: 'Broj osobe', en: 'Person' }, cell: ({ user_id }) => user_id },
  ];
};

/** The outcome of every row in file order, for people; columns have the names used in the file. */
export async function importReport(
  db: Db,
  of: Import,
  { manager, language }: { readonly manager: Manager; readonly language: SheetLanguage },
): Promise<Sheet<ImportRow>> {
  const corrected = await correctedWords(db, of, manager);
  const name = `${language === 'en' ? 'import' : 'uvoz'}-${of.id}`;
  return { name, language, columns: columnsOf(of, corrected), pages: importRows.take(db, of.id, EVERY_ROW) };
}

type CorrectedWords = ReadonlyMap<number, string>;

/** Which cells of each row were corrected on the page, and by whom. */
async function correctedWords(db: Db, { id, corrected, columns }: Import, manager: Manager): Promise<CorrectedWords> {
  if (corrected === 0) return new Map();
  const cells = await listCorrections(db, id);
  const by = [...new Set(cells.flatMap(({ corrected_by }) => corrected_by ?? []))];
  const names = await findNames(db, by, scopeOf(manager));
  const words = ({ cell, corrected_by }: Correction) => {
    const name = names.get(corrected_by ?? 0);
    const heading = columns[cell]?.heading || String(cell + 1);
    return name === undefined ? heading : `${heading} (${name})`;
  };
  const rows = Map.groupBy(cells, ({ line }) => line);
  return new Map([...rows].map(([line, some]) => [line, some.map(words).join(', ')]));
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
