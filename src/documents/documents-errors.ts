import { errorTable } from '../kernel/app-error.ts';

export const documentErrors = errorTable({
  'documents.not_found': {
    status: 404,
    detail: 'Takvog dokumenta nema.',
    when: 'No such document, or one that the caller may not see.',
  },
  'documents.year_taken': {
    status: 409,
    detail: 'Godišnjak za tu godinu već postoji.',
    when: 'The federation has a yearbook of that year.',
  },
  'documents.not_publisher': {
    status: 409,
    detail: 'Godišnjake objavljuje samo savez koji je označen kao izdavač.',
    when: 'A yearbook is added to a tenant that is not the publisher.',
  },
  'documents.type': {
    status: 415,
    detail: 'Datoteka mora biti PDF.',
    when: 'The bytes of the file do not begin as a PDF does, whatever its name and declared type say.',
  },
  'documents.encrypted': {
    status: 422,
    detail: 'PDF je zaštićen lozinkom ili ograničenjima. Spremite ga bez zaštite.',
    when: 'The PDF is encrypted: not everybody could open it.',
  },
  'documents.broken': {
    status: 422,
    detail: 'PDF se ne može pročitati. Možda je oštećen ili nije potpun.',
    when: 'The PDF has no end, its pages cannot be found, or looking for them takes longer than two seconds.',
  },
  'documents.busy': {
    status: 503,
    detail: 'Trenutačno se provjerava previše dokumenata. Pokušajte ponovno za nekoliko sekundi.',
    when: 'More PDFs wait to be looked at than can be looked at in time, all together or of one caller.',
  },
  'documents.range': {
    status: 416,
    detail: 'Datoteka nema traženi dio.',
    when: 'The range begins beyond the end of the file; `Content-Range` says how long it is.',
  },
  'documents.changed': {
    status: 412,
    detail: 'Dokument se u međuvremenu promijenio.',
    when: '`If-Match` or `If-Unmodified-Since` does not hold any more.',
  },
});
