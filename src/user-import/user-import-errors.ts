import { errorTable } from '../kernel/app-error.ts';

export const importErrors = errorTable({
  'imports.not_found': { status: 404, detail: 'Takvog uvoza nema.', when: 'No such import, or one of another tenant.' },
  'imports.state': {
    status: 409,
    detail: 'To u ovom stanju uvoza nije moguće.',
    when: 'A dry run, an import that is under way, or one that was undone cannot be undone.',
  },
  'imports.encoding': {
    status: 422,
    detail: 'Datoteka nije u podržanom kodiranju. Spremite je kao CSV UTF-8 ili Windows-1250.',
    when: 'The file is UTF-16, binary, broken UTF-8, or holds bytes that Windows-1250 does not know.',
  },
  'imports.empty': { status: 422, detail: 'U datoteci nema nijednog retka s podacima.', when: 'The file has no rows.' },
  'imports.no_email': {
    status: 422,
    detail: 'Datoteka nema stupac s e-adresom. Prvi redak treba imati naslove, a jedan od njih „email”.',
    when: 'No heading of the first line means an e-mail address.',
  },
  'imports.headings': {
    status: 422,
    detail: 'Dva naslova znače isti stupac.',
    when: 'Two headings have one meaning, such as `ime` and `first_name`.',
  },
  'imports.too_many_columns': {
    status: 422,
    detail: 'Datoteka ima previše stupaca. Najviše ih smije biti 200.',
    when: 'The first line has more than 200 cells.',
  },
  'imports.too_many_rows': {
    status: 422,
    detail: 'Datoteka ima previše redaka. Podijelite je na više datoteka.',
    when: 'The file has more than a million rows.',
  },
  'imports.unreadable': {
    status: 422,
    detail: 'Datoteka se ne može pročitati.',
    when: 'A quote is never closed or stands where none may, or one row is larger than 64 KB; `line` says where it begins.',
  },
  'imports.too_slow': {
    status: 422,
    detail: 'Datoteka se predugo čita. Podijelite je na više datoteka.',
    when: 'Reading the file through takes longer than 30 seconds.',
  },
  'imports.busy': {
    status: 503,
    detail: 'Trenutačno se čita previše datoteka. Pokušajte ponovno za nekoliko sekundi.',
    when: 'More files wait to be read through than can be read in time, all together or of one caller.',
  },
});
