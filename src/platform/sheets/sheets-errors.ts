import { type CodesOf, declareRefusals } from '../kernel/app-error.ts';

export const sheetErrors = declareRefusals({
  'sheets.too_long': {
    status: 422,
    hr: 'Popis je predug za Excelovu datoteku. Suzite ga filtrom ili preuzmite CSV.',
    en: 'The list is too long for an Excel file. Narrow it with a filter or download the table (CSV).',
    onPages: 'Popis je predug za Excelovu datoteku. Suzite ga filtrom ili preuzmite tablicu (CSV).',
    when: 'A workbook (`format=xlsx`) of more than 50,000 rows; `csv` has no such limit.',
  },
  'sheets.busy': {
    status: 503,
    hr: 'Trenutačno se izrađuje previše datoteka. Pokušajte ponovno za nekoliko sekundi.',
    en: 'Several files are being made right now. Try again in a few seconds.',
    onPages: 'Upravo se izrađuje više datoteka. Pokušajte ponovno za nekoliko sekundi.',
    when: 'The queue of workbooks to build is full.',
  },
});

declare module '../kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof sheetErrors> {}
}
