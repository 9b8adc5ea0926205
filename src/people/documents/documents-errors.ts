import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const documentErrors = declareRefusals({
  'documents.not_found': {
    status: 404,
    hr: 'Takvog dokumenta nema.',
    en: 'Document not found.',
    when: 'No such document, or one that the caller may not see.',
  },
  'documents.year_taken': {
    status: 409,
    hr: 'Godišnjak za tu godinu već postoji.',
    en: 'There is already a yearbook for that year.',
    when: 'The federation already has a yearbook for that year.',
  },
  'documents.not_publisher': {
    status: 409,
    hr: 'Godišnjake objavljuje samo savez koji je označen kao izdavač.',
    en: 'Only the federation marked as publisher can publish yearbooks.',
    when: 'A yearbook is added to a tenant that is not the publisher.',
  },
  'documents.type': {
    status: 415,
    hr: 'Datoteka mora biti PDF.',
    en: 'The file must be a PDF.',
    when: 'By its bytes the file is not a PDF, whatever its name and declared type say.',
  },
  'documents.encrypted': {
    status: 422,
    hr: 'PDF se otvara samo lozinkom. Spremite ga bez lozinke.',
    en: 'The PDF opens only with a password. Save it without one.',
    when: 'The PDF cannot be opened without a password.',
  },
  'documents.broken': {
    status: 422,
    hr: 'PDF se ne može pročitati. Možda je oštećen ili nije potpun.',
    en: 'The PDF cannot be read. It may be damaged or incomplete.',
    when: 'The PDF is truncated, its pages cannot be found, or finding them takes more than ten seconds or 256 MB of memory.',
  },
  'documents.busy': {
    status: 503,
    hr: 'Trenutačno se provjerava previše dokumenata. Pokušajte ponovno za nekoliko sekundi.',
    en: 'Too many documents are being checked right now. Try again in a few seconds.',
    when: 'The queue of PDFs to inspect is full, in total or for this caller.',
  },
  'documents.range': {
    status: 416,
    hr: 'Datoteka nema traženi dio.',
    en: null,
    when: 'The range starts beyond the end of the file; `Content-Range` gives its length.',
  },
  'documents.changed': {
    status: 412,
    hr: 'Dokument se u međuvremenu promijenio.',
    en: null,
    when: '`If-Match` or `If-Unmodified-Since` failed.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof documentErrors> {}
}
