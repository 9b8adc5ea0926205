import { Type } from 'typebox';
import { nullableText } from '../../platform/http/wire.ts';
import { errorTable } from '../../platform/kernel/app-error.ts';

export const importErrors = errorTable({
  'imports.not_found': { status: 404, detail: 'Takvog uvoza nema.', when: 'No such import, or one of another tenant.' },
  'imports.state': {
    status: 409,
    detail: 'To u ovom stanju uvoza nije moguće.',
    when: 'Only a finished import can be undone, once; a dry run cannot.',
  },
  'imports.encoding': {
    status: 422,
    detail: 'Datoteka nije tekst koji možemo pročitati. Spremite je kao CSV UTF-8.',
    when: 'The file is binary or broken UTF-8, or in no encoding in which its letters are those of Croatian names.',
  },
  'imports.workbook': {
    status: 422,
    detail:
      'Ovo je arhiva ili oštećena radna knjiga. Otvorite je u programu za tablice i spremite kao XLSX ili CSV UTF-8.',
    when: 'The file is a ZIP archive, but no workbook of Excel that can be read; save it as XLSX or as CSV UTF-8.',
  },
  'imports.open_document': {
    status: 422,
    detail: 'Ovo je tablica u obliku ODS. U LibreOfficeu je spremite kao XLSX ili „Tekst CSV”.',
    when: 'The file is one of LibreOffice (ODS); save it as XLSX or as CSV.',
  },
  'imports.too_large': {
    status: 422,
    detail: 'Radna knjiga raspakirana je prevelika. Spremite samo list s ljudima, ili ga podijelite.',
    when: 'Unpacked, the workbook is larger than 512 MB, or a row or a part of it larger than 4 MB.',
  },
  'imports.old_workbook': {
    status: 422,
    detail:
      'Ovo je stara radna knjiga (.xls) ili je zaštićena lozinkom. Otvorite je i spremite kao XLSX ili „CSV UTF-8”.',
    when: 'The file is a workbook from before 2007 (.xls), or one that is encrypted with a password; open it and save it as XLSX or CSV UTF-8.',
  },
  'imports.empty': { status: 422, detail: 'U datoteci nema nijednog retka s podacima.', when: 'The file has no rows.' },
  'imports.no_email': {
    status: 422,
    detail: 'Datoteka nema stupac s e-adresom. Među naslovima stupaca treba biti „email”.',
    when: 'No heading of the table, nor the mapping, names the e-mail address; `columns` lists the headings, and what is read from below each.',
    members: { columns: Type.Array(Type.Object({ heading: Type.String(), field: nullableText })) },
  },
  'imports.headings': {
    status: 422,
    detail: 'Dva su stupca povezana s istim podatkom.',
    when: 'The mapping gives two columns the same meaning; `column` says which.',
    members: { column: Type.String() },
  },
  'imports.mapping': {
    status: 422,
    detail: 'Datoteka nema stupac koji ste povezali.',
    when: 'The mapping names a column the file does not have; `column` says which.',
    members: { column: Type.String() },
  },
  'imports.file_gone': {
    status: 409,
    detail: 'Datoteka ove provjere više nije na poslužitelju. Odaberite je još jednom.',
    when: 'The file of a check was already imported, is older than a day, or was removed because somebody was erased.',
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
    when: 'In the headings, or in more than 500 rows, a quote is unclosed or misplaced, or the row is larger than 64 KB; `line` says where the last one starts.',
    members: { line: Type.Integer() },
  },
  'imports.export': {
    status: 422,
    detail: 'Datoteka nije izvoz sustava koji ova usluga poznaje, ili je oštećena.',
    when: 'The file is JSON, but no export of Keycloak, Firebase, Auth0 or hitobito, or is damaged.',
  },
  'imports.too_slow': {
    status: 422,
    detail: 'Datoteka se predugo čita. Podijelite je na više datoteka.',
    when: 'Inspecting the file takes longer than 30 seconds.',
  },
  'imports.busy': {
    status: 503,
    detail: 'Trenutačno se čita previše datoteka. Pokušajte ponovno za nekoliko sekundi.',
    when: 'The queue of files to inspect is full, in total or for this caller.',
  },
});
