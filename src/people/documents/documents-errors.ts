import { errorTable } from '../../platform/kernel/app-error.ts';

export const documentErrors = errorTable({
  'documents.not_found': {
    status: 404,
    detail: 'Takvog dokumenta nema.',
    when: 'No such document, or one that the caller may not see.',
  },
  'documents.year_taken': {
    status: 409,
    detail: 'Godišnjak za tu godinu već postoji.',
    when: 'The federation already has a yearbook for that year.',
  },
  'documents.not_publisher': {
    status: 409,
    detail: 'Godišnjake objavljuje samo savez koji je označen kao izdavač.',
    when: 'A yearbook is added to a tenant that is not the publisher.',
  },
  'documents.type': {
    status: 415,
    detail: 'Datoteka mora biti PDF.',
    when: 'By its bytes the file is not a PDF, whatever its name and declared type say.',
  },
  'documents.encrypted': {
    status: 422,
    detail: 'PDF se otvara samo lozinkom. Spremite ga bez lozinke.',
    when: 'The PDF cannot be opened without a password.',
  },
  'documents.broken': {
    status: 422,
    detail: 'PDF se ne može pročitati. Možda je oštećen ili nije potpun.',
    when: 'The PDF is truncated, its pages cannot be found, or finding them takes more than ten seconds or 256 MB of memory.',
  },
  'documents.busy': {
    status: 503,
    detail: 'Trenutačno se provjerava previše dokumenata. Pokušajte ponovno za nekoliko sekundi.',
    when: 'The queue of PDFs to inspect is full, in total or for this caller.',
  },
  'documents.range': {
    status: 416,
    detail: 'Datoteka nema traženi dio.',
    when: 'The range starts beyond the end of the file; `Content-Range` gives its length.',
  },
  'documents.changed': {
    status: 412,
    detail: 'Dokument se u međuvremenu promijenio.',
    when: '`If-Match` or `If-Unmodified-Since` failed.',
  },
});
