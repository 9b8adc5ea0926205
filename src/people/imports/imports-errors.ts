import { Type } from 'typebox';
import { nullableText } from '../../platform/http/wire.ts';
import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const importErrors = declareRefusals({
  'imports.not_found': {
    status: 404,
    hr: 'Takvog uvoza nema.',
    en: 'There is no such import.',
    when: 'No such import, or one of another tenant.',
  },
  'imports.no_mapping': {
    status: 404,
    hr: 'Ta datoteka više nije zapamćena.',
    en: 'That file is no longer remembered.',
    when: 'No such saved mapping, or one of another tenant.',
  },
  'imports.state': {
    status: 409,
    hr: 'To u ovom stanju uvoza nije moguće.',
    en: 'That is not possible in this state of the import.',
    when: 'Only a finished import can be undone, once; a dry run cannot.',
  },
  'imports.encoding': {
    status: 422,
    hr: 'Datoteka nije tekst koji možemo pročitati. Spremite je kao CSV UTF-8.',
    en: 'The file is not text that we can read. Save it as CSV UTF-8.',
    when: 'The file is binary or broken UTF-8, or in no encoding in which its letters are those of Croatian names.',
  },
  'imports.workbook': {
    status: 422,
    hr: 'Ovo je arhiva ili oštećena radna knjiga. Otvorite je u programu za tablice i spremite kao XLSX ili CSV UTF-8.',
    en: 'This is an archive, or a damaged workbook. Save it as XLSX or CSV UTF-8.',
    when: 'The file is a ZIP archive, but no workbook of Excel that can be read; save it as XLSX or as CSV UTF-8.',
  },
  'imports.open_document': {
    status: 422,
    hr: 'Ovo je tablica u obliku ODS. U LibreOfficeu je spremite kao XLSX ili „Tekst CSV”.',
    en: 'This is a spreadsheet of LibreOffice (ODS). Save it as XLSX or CSV.',
    when: 'The file is one of LibreOffice (ODS); save it as XLSX or as CSV.',
  },
  'imports.too_large': {
    status: 422,
    hr: 'Raspakirana radna knjiga je prevelika. Spremite samo list s ljudima ili ga podijelite.',
    en: 'Unpacked, the workbook is too large. Save only the sheet with the people, or split it.',
    when: 'Unpacked, the workbook is larger than 512 MB, or a row or a part of it larger than 4 MB.',
  },
  'imports.old_workbook': {
    status: 422,
    hr: 'Ovo je stara radna knjiga (.xls) ili je zaštićena lozinkom. Otvorite je i spremite kao XLSX ili „CSV UTF-8”.',
    en: 'This is an old workbook (.xls), or one protected with a password. Open it and save it as XLSX or CSV UTF-8.',
    when: 'The file is a workbook from before 2007 (.xls), or one that is encrypted with a password; open it and save it as XLSX or CSV UTF-8.',
  },
  'imports.empty': {
    status: 422,
    hr: 'U datoteci nema nijednog retka s podacima.',
    en: 'The file has no rows of data.',
    when: 'The file has no rows.',
  },
  'imports.no_email': {
    status: 422,
    hr: 'Datoteka nema stupac s e-adresom. Među naslovima stupaca treba biti „email”.',
    en: 'The file has no column of e-mail addresses. One of its headings must be “email”.',
    when: 'No heading of the table, nor the mapping, names the e-mail address; `columns` lists the headings, and what is read from below each.',
    members: { columns: Type.Array(Type.Object({ heading: Type.String(), field: nullableText })) },
  },
  'imports.headings': {
    status: 422,
    hr: 'Dva su stupca povezana s istim podatkom.',
    en: 'Two columns are matched with the same field.',
    when: 'The mapping gives two columns the same meaning; `column` says which.',
    members: { column: Type.String() },
  },
  'imports.mapping': {
    status: 422,
    hr: 'Datoteka nema stupac koji ste povezali.',
    en: 'The file has no such column as you matched.',
    when: 'The mapping names a column the file does not have; `column` says which.',
    members: { column: Type.String() },
  },
  'imports.file_gone': {
    status: 409,
    hr: 'Datoteka ove provjere više nije na poslužitelju. Odaberite je još jednom.',
    en: 'The file of this check is no longer on the server. Choose it once more.',
    when: 'The file of a check was already imported, is older than a day, or was removed because somebody was erased.',
  },
  'imports.corrected': {
    status: 409,
    hr: 'Netko je u međuvremenu ispravio datoteku. Pogledajte je ponovno pa nastavite.',
    en: 'Somebody corrected the file meanwhile. Look at it again, then go on.',
    when: 'A cell of the file was corrected by another call at the same time.',
  },
  'imports.row_not_found': {
    status: 404,
    hr: 'U tom retku datoteke nema osobe.',
    en: 'There is nobody in that row of the file.',
    when: 'No row of the table begins on that line of the file.',
  },
  'imports.too_many_corrections': {
    status: 409,
    hr: 'Ovdje se više ne može ispravljati. Ostalo ispravite u samoj datoteci.',
    en: 'No more can be corrected here. Correct the rest in the file itself.',
    when: 'The check has been corrected a thousand times already.',
  },
  'imports.too_many_columns': {
    status: 422,
    hr: 'Datoteka ima previše stupaca. Najviše ih smije biti 200.',
    en: 'The file has too many columns. It may have 200 at most.',
    when: 'The first line has more than 200 cells.',
  },
  'imports.too_many_rows': {
    status: 422,
    hr: 'Datoteka ima previše redaka. Podijelite je na više datoteka.',
    en: 'The file has too many rows. Split it into several files.',
    when: 'The file has more than a million rows.',
  },
  'imports.unreadable': {
    status: 422,
    hr: 'Datoteka se ne može pročitati.',
    en: 'The file cannot be read.',
    when: 'In the headings, or in more than 500 rows, a quote is unclosed or misplaced, or the row is larger than 64 KB; `line` says where the last one starts.',
    members: { line: Type.Integer() },
  },
  'imports.export': {
    status: 422,
    hr: 'Datoteka nije izvoz sustava koji ova usluga poznaje ili je oštećena.',
    en: 'The file is not an export of a system that this service knows, or it is damaged.',
    when: 'The file is JSON, but no export of Keycloak, Firebase, Auth0 or hitobito, or is damaged.',
  },
  'imports.too_slow': {
    status: 422,
    hr: 'Datoteka se predugo čita. Podijelite je na više datoteka.',
    en: 'Reading the file takes too long. Split it into several files.',
    when: 'Inspecting the file takes longer than 30 seconds.',
  },
  'imports.busy': {
    status: 503,
    hr: 'Trenutačno se čita previše datoteka. Pokušajte ponovno za nekoliko sekundi.',
    en: 'Too many files are being read right now. Try again in a few seconds.',
    when: 'The queue of files to inspect is full, in total or for this caller.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof importErrors> {}
}
