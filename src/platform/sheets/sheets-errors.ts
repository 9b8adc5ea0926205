import { errorTable } from '../kernel/app-error.ts';

export const sheetErrors = errorTable({
  'sheets.too_long': {
    status: 422,
    detail: 'Popis je predug za Excelovu datoteku. Suzite ga filtrom ili preuzmite CSV.',
    when: 'A workbook (`format=xlsx`) of more than 50,000 rows; `csv` has no such limit.',
  },
  'sheets.busy': {
    status: 503,
    detail: 'Trenutačno se izrađuje previše datoteka. Pokušajte ponovno za nekoliko sekundi.',
    when: 'The queue of workbooks to build is full.',
  },
});
