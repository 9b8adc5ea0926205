import { personLabels } from '../../../src/accounts/users/person-words.ts';
import type { Column } from '../../../src/people/imports/import-columns.ts';
import type { Reason } from '../../../src/people/imports/import-reasons.ts';
import type { Wording } from '../../../src/platform/kernel/wording.ts';
import type { Catalogue } from '../../../src/platform/words/catalogue.ts';
import { importWords } from '../../../src/platform/words/import-words.ts';

/** Problems with a row and their remedies: a reason without a remedy does not compile. */
const rows = {
  'imports.reason.missing': { hr: 'E-adresa nedostaje.', en: 'The e-mail address is missing.' },
  'imports.reason.email': { hr: 'E-adresa nije ispravna.', en: 'The e-mail address is not valid.' },
  'imports.reason.emails': { hr: 'U ćeliji je više e-adresa.', en: 'The cell contains several addresses.' },
  'imports.reason.email_unseen': {
    hr: 'U e-adresi je znak koji se ne vidi.',
    en: 'The address contains a character that does not show.',
  },
  'imports.reason.number_cut': {
    hr: 'Program za tablice skratio je broj, pa mu nedostaju znamenke.',
    en: 'A spreadsheet has cut the number short, so digits are missing.',
  },
  'imports.reason.exists': {
    hr: 'Osoba s ovom e-adresom već ima račun.',
    en: 'Someone with this address already has an account.',
  },
  'imports.reason.same': {
    hr: 'Osoba već postoji i ima sve što piše u retku.',
    en: 'Exists already and has everything in the row.',
  },
  'imports.reason.other_address': {
    hr: 'Osoba s ovim OIB-om već postoji, s drugom e-adresom.',
    en: 'Someone with this OIB already exists, with another address.',
  },
  'imports.reason.same_person': {
    hr: 'Ista je osoba i u ranijem retku.',
    en: 'An earlier row is about the same person.',
  },
  'imports.reason.duplicate_in_file': {
    hr: 'Ista e-adresa stoji u ranijem retku.',
    en: 'An earlier row has the same address.',
  },
  'imports.reason.too_long': { hr: 'Tekst je predug.', en: 'The text is too long.' },
  'imports.reason.text_unsafe': {
    hr: 'Tekst sadrži nevidljive ili nedopuštene znakove.',
    en: 'The text contains invisible or forbidden characters.',
  },
  'imports.reason.phone': {
    hr: 'Telefonski broj ima nedopuštene znakove.',
    en: 'The phone number contains forbidden characters.',
  },
  'imports.reason.oib': { hr: 'OIB nije ispravan.', en: 'The OIB is not valid.' },
  'imports.reason.role': { hr: 'Takve uloge nema.', en: 'Unknown role.' },
  'imports.reason.role_not_allowed': {
    hr: 'Tu ulogu ne možete dodijeliti uvozom.',
    en: 'You cannot grant that role through an import.',
  },
  'imports.reason.language': { hr: 'Taj jezik ne poznajemo.', en: 'Unknown language.' },
  'imports.reason.tenant': {
    hr: 'U taj savez ili klub ne možete uvoziti.',
    en: 'You cannot import into that federation or club.',
  },
  'imports.reason.tenant_unknown': { hr: 'Takvog saveza ili kluba nema.', en: 'Unknown federation or club.' },
  'imports.reason.password_hash': { hr: 'Sažetak lozinke nije ispravan.', en: 'The password hash is not valid.' },
  'imports.reason.password_cost': {
    hr: 'Provjera sažetka lozinke trajala bi predugo.',
    en: 'Checking the password hash would take too long.',
  },
  'imports.reason.password_memory': {
    hr: 'Provjera sažetka lozinke traži previše memorije.',
    en: 'Checking the password hash would take too much memory.',
  },
  'imports.reason.totp': {
    hr: 'Drugi korak prijave nije prenesen.',
    en: 'The second step of signing in was not carried over.',
  },
  'imports.reason.erased': {
    hr: 'Podaci ove osobe u međuvremenu su izbrisani na njezin zahtjev.',
    en: 'This person’s data has since been erased at their request.',
  },
  'imports.reason.too_many_cells': {
    hr: 'Redak ima više ćelija nego što ima naslova.',
    en: 'The row has more cells than there are headings.',
  },
  'imports.reason.unreadable': {
    hr: 'Redak se ne može pročitati: navodnici nisu ispravni.',
    en: 'The row cannot be read: its quotes are not valid.',
  },
  'imports.cure.missing': { hr: 'Upišite adresu ili izbrišite redak.', en: 'Enter an address or delete the row.' },
  'imports.cure.email': { hr: 'Ispravite je u oblik ime@domena.hr.', en: 'Use the form name@domain.hr.' },
  'imports.cure.emails': {
    hr: 'Ostavite jednu; drugu osobu upišite u svoj redak.',
    en: 'Keep one of them, and give the other person a row of their own.',
  },
  'imports.cure.email_unseen': {
    hr: 'Upišite adresu ponovno umjesto da je lijepite.',
    en: 'Retype the address instead of pasting it.',
  },
  'imports.cure.number_cut': {
    hr: 'Oblikujte stupac kao tekst i upišite cijeli broj.',
    en: 'Format the column as text and type the whole number.',
  },
  'imports.cure.exists': {
    hr: 'Ne trebate učiniti ništa: račun ostaje kakav jest.',
    en: 'Nothing to do: their account stays as it is.',
  },
  'imports.cure.same': { hr: '', en: '' },
  'imports.cure.other_address': {
    hr: 'E-adresa ostaje; mijenja se na stranici osobe.',
    en: 'The address stays; change it on the person’s page.',
  },
  'imports.cure.same_person': { hr: 'Zadržite jedan od ta dva retka.', en: 'Keep one of the two rows.' },
  'imports.cure.duplicate_in_file': { hr: 'Zadržite jedan od ta dva retka.', en: 'Keep one of the two rows.' },
  'imports.cure.too_long': {
    hr: 'Skratite ga na najviše 100 znakova, a telefon na 40.',
    en: 'Shorten it to at most 100 characters (40 for a phone number).',
  },
  'imports.cure.text_unsafe': {
    hr: 'Pretipkajte taj podatak umjesto da ga lijepite.',
    en: 'Retype it instead of pasting it.',
  },
  'imports.cure.phone': {
    hr: 'Ostavite samo znamenke, razmake i znakove + - ( ) / .',
    en: 'Use only digits, spaces and + - ( ) / .',
  },
  'imports.cure.oib': {
    hr: 'Provjerite svih 11 znamenki ili ostavite ćeliju praznom.',
    en: 'Check all 11 digits or leave the cell empty.',
  },
  'imports.cure.role': {
    hr: 'Odredite što znači ili upišite član, voditelj, administrator ili gost; prazno znači član.',
    en: 'Choose what it means, or enter member, manager, administrator or guest; an empty cell means member.',
  },
  'imports.cure.role_not_allowed': {
    hr: 'Uvezite osobu kao člana, a ulogu neka dodijeli tko to smije.',
    en: 'Import the person as a member and ask someone with the right to grant the role.',
  },
  'imports.cure.language': { hr: 'Upišite hr ili en, ili ostavite prazno.', en: 'Use hr or en, or leave it empty.' },
  'imports.cure.tenant': {
    hr: 'Ispraznite ćeliju tenant_id ili prepustite taj redak glavnom administratoru.',
    en: 'Clear the tenant_id cell or leave this row to the head administrator.',
  },
  'imports.cure.tenant_unknown': {
    hr: 'Provjerite broj na stranici Savezi i klubovi.',
    en: 'Look up its number on the page Federations and clubs.',
  },
  'imports.cure.password_hash': {
    hr: 'Ispraznite ćeliju: osoba će lozinku odabrati iz pozivnice.',
    en: 'Clear the cell: the person will choose a password through the invitation.',
  },
  'imports.cure.password_cost': {
    hr: 'Ispraznite ćeliju: osoba će lozinku odabrati iz pozivnice.',
    en: 'Clear the cell: the person will choose a password through the invitation.',
  },
  'imports.cure.password_memory': {
    hr: 'Ispraznite ćeliju: osoba će lozinku odabrati iz pozivnice.',
    en: 'Clear the cell: the person will choose a password through the invitation.',
  },
  'imports.cure.totp': {
    hr: 'Prima se samo aplikacija sa šest znamenki svakih 30 sekundi. Osoba drugi korak uključuje ponovno, u svojem računu.',
    en: 'Only apps with six digits every 30 seconds are supported. The person turns the second step on again, in their account.',
  },
  'imports.cure.erased': {
    hr: 'Uklonite redak: osoba je zatražila brisanje svojih podataka.',
    en: 'Remove the row: the person asked for their data to be erased.',
  },
  'imports.cure.too_many_cells': {
    hr: 'Tekst koji sadrži razdjelnik stavite u navodnike.',
    en: 'Put text that contains the separator in quotes.',
  },
  'imports.cure.unreadable': {
    hr: 'Najčešće nedostaje završni navodnik. Dodajte ga ili izbrišite sve navodnike u retku.',
    en: 'Usually a closing quote is missing. Add it, or delete all quotes in the row.',
  },
  ...personLabels('imports.column.'),
  'imports.column.email': { hr: 'E-adresa', en: 'E-mail address' },
  'imports.column.role': { hr: 'Uloga', en: 'Role' },
  'imports.column.preferred_language': { hr: 'Jezik', en: 'Language' },
  'imports.column.tenant_id': { hr: 'Savez ili klub', en: 'Federation or club' },
  'imports.column.totp': { hr: 'Drugi korak prijave (TOTP)', en: 'Two-step sign-in (TOTP)' },
  'imports.column.password_hash': { hr: 'Sažetak lozinke', en: 'Password hash' },
} satisfies Record<`imports.${'reason' | 'cure'}.${Reason}` | `imports.column.${Column}`, Wording>;

/** The import. */
export const texts = {
  ...importWords,
  ...rows,
  'imports.title': { hr: 'Uvoz ljudi', en: 'Import people' },
  'imports.text': {
    hr: 'Od tablice do računa: datoteku najprije samo provjerimo, a upisujemo je tek kad to potvrdite.',
    en: 'Turn a spreadsheet into accounts. The file is checked first; nothing is saved until you confirm.',
  },
  'imports.drop': { hr: 'Povucite datoteku ovamo', en: 'Drop a file here' },
  'imports.drop.reading': { hr: 'Provjeravamo datoteku…', en: 'Checking the file…' },
  'imports.choose': { hr: 'Odaberi datoteku', en: 'Choose a file' },
  'imports.tenant': { hr: 'U koji savez ili klub', en: 'Import into' },
  'imports.help': { hr: 'Kakva treba biti datoteka', en: 'File format' },
  'imports.help.columns': {
    hr: 'CSV ili Excel (XLSX) s naslovima stupaca; iznad njih smije biti naslov popisa, a ispod zbroj. Obvezna je samo e-adresa; čitamo još ime, prezime (ili oboje u jednom stupcu), telefon ili mobitel, OIB, ulogu i jezik. Druge stupce možete povezati nakon provjere.',
    en: 'A CSV or Excel (XLSX) file with column headings; a title may stand above them, and a sum below. Only the e-mail address is required; we also read first and last name (or both in one column), phone or mobile, OIB, role and language. You can match other columns after the check.',
  },
  'imports.help.names': {
    hr: 'CSV može biti u bilo kojem uobičajenom kodiranju, a stupce odvaja zarez, točka-zarez ili tabulator.',
    en: 'A CSV may be in any common encoding, with a comma, a semicolon or a tab as the separator.',
  },
  'imports.help.safe': {
    hr: 'Tko već ima račun, preskače se. Nakon provjere možete odabrati da mu se upišu podaci koji se u datoteci razlikuju.',
    en: 'People who already have an account are skipped. After the check you can choose to apply the details that differ in the file.',
  },
  'imports.template': { hr: 'Preuzmi predložak', en: 'Download template' },
  'imports.all': { hr: 'Svi uvozi', en: 'All imports' },
  'imports.check': { hr: 'Provjera', en: 'Check' },
  'imports.of': { hr: '{{what}}: {{file}}', en: '{{what}}: {{file}}' },
  'imports.import': { hr: 'Uvoz', en: 'Import' },
  'imports.reading': { hr: '{{encoding}}, odvojeno {{delimiter}}', en: '{{encoding}}, separated by {{delimiter}}' },
  'imports.delimiter.comma': { hr: 'zarezom', en: 'commas' },
  'imports.delimiter.semicolon': { hr: 'točkom-zarezom', en: 'semicolons' },
  'imports.delimiter.tab': { hr: 'tabulatorom', en: 'tabs' },
  'imports.table.from': { hr: 'tablica počinje u retku {{line}}', en: 'the table begins in row {{line}}' },
  'imports.table.notes_one': {
    hr: 'u {{number}} retku nije osoba (zbroj, napomena)',
    en: '{{number}} row is not a person (a sum, a note)',
  },
  'imports.table.notes_few': {
    hr: 'u {{number}} retka nije osoba (zbroj, napomena)',
    en: '{{number}} rows are not people (a sum, a note)',
  },
  'imports.table.notes_other': {
    hr: 'u {{number}} redaka nije osoba (zbroj, napomena)',
    en: '{{number}} rows are not people (a sum, a note)',
  },
  'imports.table.sheet': { hr: 'List s ljudima', en: 'Sheet with the people' },
  'imports.table.headings': { hr: 'Redak s naslovima stupaca', en: 'Row with the column headings' },
  'imports.table.hiddenRows_one': { hr: '{{number}} skriveni redak', en: '{{number}} hidden row' },
  'imports.table.hiddenRows_few': { hr: '{{number}} skrivena retka', en: '{{number}} hidden rows' },
  'imports.table.hiddenRows_other': { hr: '{{number}} skrivenih redaka', en: '{{number}} hidden rows' },
  'imports.table.hiddenColumns': { hr: 'skriveni stupci: {{columns}}', en: 'hidden columns: {{columns}}' },
  'imports.table.merged_one': {
    hr: '{{number}} ćelija ima vrijednost one s kojom je spojena',
    en: '{{number}} cell has the value of the one it is merged with',
  },
  'imports.table.merged_few': {
    hr: '{{number}} ćelije imaju vrijednost onih s kojima su spojene',
    en: '{{number}} cells have the value of those they are merged with',
  },
  'imports.table.merged_other': {
    hr: '{{number}} ćelija ima vrijednost onih s kojima su spojene',
    en: '{{number}} cells have the value of those they are merged with',
  },
  'imports.saved': { hr: 'Datoteke koje već poznajemo', en: 'Files we already know' },
  'imports.saved.text': {
    hr: 'Popis s istim naslovima stupaca čitamo kao zadnji put, pa stupce ne morate ponovno povezivati.',
    en: 'A list with the same column headings is read as last time, so you need not match its columns again.',
  },
  'imports.saved.used': { hr: 'zadnji put {{at}}', en: 'last used {{at}}' },
  'imports.saved.forget': { hr: 'Ukloni', en: 'Remove' },
  'imports.saved.forgetOf': {
    hr: 'Ukloni zapamćeno čitanje: {{file}}',
    en: 'Remove the remembered reading of {{file}}',
  },
  'imports.saved.followed': {
    hr: 'Stupci su povezani kao kad ste zadnji put uvezli popis s ovim naslovima.',
    en: 'The columns are matched as when you last imported a list with these headings.',
  },
  'imports.encoding.title': { hr: 'Gdje su imena ispravno napisana?', en: 'In which encoding are the names right?' },
  'imports.encoding.text': {
    hr: 'Slova u datoteci mogu se pročitati na više načina. Odaberite onaj u kojem su imena ispravna.',
    en: 'The letters of the file can be read in several ways. Choose the one in which the names are right.',
  },
  'imports.encoding.none': { hr: 'nema imena za usporedbu', en: 'no names to compare' },
  'imports.ignored_one': {
    hr: 'Stupac koji ne poznajemo i ne čitamo: {{columns}}',
    en: 'Unrecognised column, ignored: {{columns}}',
  },
  'imports.ignored_few': {
    hr: 'Stupci koje ne poznajemo i ne čitamo: {{columns}}',
    en: 'Unrecognised columns, ignored: {{columns}}',
  },
  'imports.ignored_other': {
    hr: 'Stupci koje ne poznajemo i ne čitamo: {{columns}}',
    en: 'Unrecognised columns, ignored: {{columns}}',
  },
  'imports.rowsCount_one': { hr: '{{number}} redak', en: '{{number}} row' },
  'imports.rowsCount_few': { hr: '{{number}} retka', en: '{{number}} rows' },
  'imports.rowsCount_other': { hr: '{{number}} redaka', en: '{{number}} rows' },
  'imports.tiles': { hr: 'Ishod po redcima', en: 'Results by row' },
  'imports.will.created_one': { hr: 'novi račun', en: 'new account' },
  'imports.will.created_few': { hr: 'nova računa', en: 'new accounts' },
  'imports.will.created_other': { hr: 'novih računa', en: 'new accounts' },
  'imports.will.skipped_one': { hr: 'već postoji i preskače se', en: 'already exists and will be skipped' },
  'imports.will.skipped_few': { hr: 'već postoje i preskaču se', en: 'already exist and will be skipped' },
  'imports.will.skipped_other': { hr: 'već postoji i preskače se', en: 'already exist and will be skipped' },
  'imports.will.failed_one': { hr: 'redak s greškom', en: 'row with an error' },
  'imports.will.failed_few': { hr: 'retka s greškom', en: 'rows with errors' },
  'imports.will.failed_other': { hr: 'redaka s greškom', en: 'rows with errors' },
  'imports.did.created_one': { hr: 'otvoren račun', en: 'account created' },
  'imports.did.created_few': { hr: 'otvorena računa', en: 'accounts created' },
  'imports.did.created_other': { hr: 'otvorenih računa', en: 'accounts created' },
  'imports.did.skipped_one': { hr: 'preskočen, već postoji', en: 'skipped, already exists' },
  'imports.did.skipped_few': { hr: 'preskočena, već postoje', en: 'skipped, already exist' },
  'imports.did.skipped_other': { hr: 'preskočenih, već postoje', en: 'skipped, already exist' },
  'imports.did.failed_one': { hr: 'redak s greškom', en: 'row with an error' },
  'imports.did.failed_few': { hr: 'retka s greškom', en: 'rows with errors' },
  'imports.did.failed_other': { hr: 'redaka s greškom', en: 'rows with errors' },
  'imports.rows': { hr: 'Redci datoteke', en: 'Rows of the file' },
  'imports.rows.none': { hr: 'Nema takvih redaka.', en: 'No such rows.' },
  'imports.correct.text': {
    hr: 'Ispravite ono što nije u redu odmah ovdje: Enter sprema, Tab vodi do sljedeće greške. Vaša datoteka ostaje kakva jest.',
    en: 'Correct what is wrong right here: Enter saves, Tab goes to the next problem. Your own file stays as it is.',
  },
  'imports.correct.every': { hr: 'Uredi i ostale ćelije tih redaka', en: 'Edit the other cells of these rows too' },
  'imports.correct.cell': { hr: '{{heading}}, {{line}}. redak', en: '{{heading}}, row {{line}}' },
  'imports.correct.right': { hr: 'Sada je u redu.', en: 'Fixed.' },
  'imports.row.line': { hr: '{{line}}. redak', en: 'row {{line}}' },
  'imports.did.undone_one': { hr: 'uklonjen račun', en: 'account removed' },
  'imports.did.undone_few': { hr: 'uklonjena računa', en: 'accounts removed' },
  'imports.did.undone_other': { hr: 'uklonjenih računa', en: 'accounts removed' },
  'imports.will.undone_one': { hr: 'uklonjen račun', en: 'account removed' },
  'imports.will.undone_few': { hr: 'uklonjena računa', en: 'accounts removed' },
  'imports.will.undone_other': { hr: 'uklonjenih računa', en: 'accounts removed' },
  'imports.outcome.will.failed': { hr: 'Greška', en: 'Error' },
  'imports.outcome.will.skipped': { hr: 'Preskače se', en: 'Skipped' },
  'imports.outcome.will.created': { hr: 'Novi račun', en: 'New account' },
  'imports.outcome.will.undone': { hr: 'Poništeno', en: 'Undone' },
  'imports.outcome.did.failed': { hr: 'Greška', en: 'Error' },
  'imports.outcome.did.skipped': { hr: 'Preskočeno', en: 'Skipped' },
  'imports.outcome.did.created': { hr: 'Otvoren račun', en: 'Account created' },
  'imports.outcome.kept': { hr: 'Račun ostaje', en: 'Account kept' },
  'imports.outcome.did.undone': { hr: 'Uklonjen račun', en: 'Account removed' },
  'imports.decide.title_one': { hr: '{{number}} nova osoba čeka uvoz', en: '{{number}} new person is ready to import' },
  'imports.decide.title_few': {
    hr: '{{number}} nove osobe čekaju uvoz',
    en: '{{number}} new people are ready to import',
  },
  'imports.decide.title_other': {
    hr: '{{number}} novih ljudi čeka uvoz',
    en: '{{number}} new people are ready to import',
  },
  'imports.decide.text': {
    hr: 'Pozivnice se ne šalju automatski: pošaljite ih odmah ili kasnije, kad sve provjerite.',
    en: 'Invitations are not sent automatically: send them now, or later when everything looks right.',
  },
  'imports.decide.administrators_one': {
    hr: 'Među njima je {{number}} administrator.',
    en: '{{number}} of them is an administrator.',
  },
  'imports.decide.administrators_few': {
    hr: 'Među njima su {{number}} administratora.',
    en: '{{number}} of them are administrators.',
  },
  'imports.decide.administrators_other': {
    hr: 'Među njima je {{number}} administratora.',
    en: '{{number}} of them are administrators.',
  },
  'imports.decide.rest_one': {
    hr: '{{number}} redak s greškom izostavlja se.',
    en: '{{number}} faulty row is left out.',
  },
  'imports.decide.rest_few': {
    hr: '{{number}} retka s greškom izostavljaju se.',
    en: '{{number}} faulty rows are left out.',
  },
  'imports.decide.rest_other': {
    hr: '{{number}} redaka s greškom izostavlja se.',
    en: '{{number}} faulty rows are left out.',
  },
  'imports.runAndInvite_one': {
    hr: 'Uvezi {{number}} osobu i pošalji pozivnicu',
    en: 'Import {{number}} person and send an invitation',
  },
  'imports.runAndInvite_few': {
    hr: 'Uvezi {{number}} osobe i pošalji im pozivnice',
    en: 'Import {{number}} people and send invitations',
  },
  'imports.runAndInvite_other': {
    hr: 'Uvezi {{number}} ljudi i pošalji im pozivnice',
    en: 'Import {{number}} people and send invitations',
  },
  'imports.next.title_one': { hr: '{{count}} osoba još nije pozvana', en: '{{count}} person has not been invited yet' },
  'imports.next.title_few': {
    hr: '{{count}} osobe još nisu pozvane',
    en: '{{count}} people have not been invited yet',
  },
  'imports.next.title_other': {
    hr: '{{count}} ljudi još nije pozvano',
    en: '{{count}} people have not been invited yet',
  },
  'imports.next.text': {
    hr: 'Računi su otvoreni, ali nitko od njih za to još ne zna. Pozivnica šalje poveznicu za lozinku.',
    en: 'Their accounts exist, but they have not been told. The invitation contains a link to choose a password.',
  },
  'imports.next.invite_one': { hr: 'Pozovi {{count}} osobu', en: 'Invite {{count}} person' },
  'imports.next.invite_few': { hr: 'Pozovi {{count}} osobe', en: 'Invite {{count}} people' },
  'imports.next.invite_other': { hr: 'Pozovi {{count}} ljudi', en: 'Invite {{count}} people' },
  'imports.left_one': {
    hr: '{{number}} osoba uvozi se bez drugog koraka prijave koji je imala.',
    en: '{{number}} person is imported without the two-step sign-in that they had.',
  },
  'imports.left_few': {
    hr: '{{number}} osobe uvoze se bez drugog koraka prijave koji su imale.',
    en: '{{number}} people are imported without the two-step sign-in that they had.',
  },
  'imports.left_other': {
    hr: '{{number}} osoba uvozi se bez drugog koraka prijave koji su imale.',
    en: '{{number}} people are imported without the two-step sign-in that they had.',
  },
  'imports.problems': { hr: 'Što nije u redu', en: 'What is wrong' },
  'imports.problems.text': {
    hr: 'Uvoz te retke izostavlja. Ispravite ih ovdje sve odjednom, niže jedan po jedan ili u tablici koju ćete uvesti poslije.',
    en: 'The import leaves them out. Correct them here all at once, below one by one, or in a spreadsheet to import afterwards.',
  },
  'imports.cureDone.role': {
    hr: 'Upišite član, voditelj, administrator ili gost; prazno znači član.',
    en: 'Use member, manager, administrator or guest; an empty cell means member.',
  },
  'imports.problems.textChecked': {
    hr: 'Uvoz te retke izostavlja. Ispravite ih niže ili u tablici koju ćete uvesti poslije.',
    en: 'The import leaves these rows out. Correct them below, or in a spreadsheet to import afterwards.',
  },
  'imports.problems.textDone': {
    hr: 'Ti su redci izostavljeni. Ispravite ih u tablici pa nju uvezite.',
    en: 'These rows were left out. Correct them in a spreadsheet, and import that.',
  },
  'imports.problems.count_one': { hr: '{{number}} redak', en: '{{number}} row' },
  'imports.problems.count_few': { hr: '{{number}} retka', en: '{{number}} rows' },
  'imports.problems.count_other': { hr: '{{number}} redaka', en: '{{number}} rows' },
  'imports.problems.download_one': {
    hr: 'Preuzmi {{number}} redak za ispravak',
    en: 'Download {{number}} row to correct',
  },
  'imports.problems.download_few': {
    hr: 'Preuzmi {{number}} retka za ispravak',
    en: 'Download {{number}} rows to correct',
  },
  'imports.problems.download_other': {
    hr: 'Preuzmi {{number}} redaka za ispravak',
    en: 'Download {{number}} rows to correct',
  },
  'imports.problems.download.file': { hr: 'uvoz-{{id}}-za-ispravak.csv', en: 'import-{{id}}-to-correct.csv' },
  'imports.problems.word': { hr: '„{{word}}”', en: '“{{word}}”' },
  'imports.problems.likely': { hr: 'vjerojatno: {{role}}', en: 'probably: {{role}}' },
  'imports.problems.meaning': { hr: 'Što znači „{{word}}”', en: 'What “{{word}}” means' },
  'imports.problems.chooseFirst': {
    hr: 'Odaberite ulogu bar za jednu od ovih riječi.',
    en: 'Choose a role for at least one of these words.',
  },
  'imports.problems.leaveOut': { hr: 'izostavi', en: 'leave out' },
  'imports.problems.apply': { hr: 'Provjeri ponovno', en: 'Check again' },
  'imports.columns': { hr: 'Stupci', en: 'Columns' },
  'imports.columns.text': {
    hr: 'Što čitamo iz kojeg stupca. Ako nešto nije dobro, promijenite i provjerite ponovno.',
    en: 'What is read from which column. Change what is not right, and check again.',
  },
  'imports.columns.textDone': { hr: 'Što smo čitali iz kojeg stupca.', en: 'What was read from which column.' },
  'imports.columns.first': { hr: 'Prvi redci datoteke', en: 'First rows of the file' },
  'imports.columns.none': { hr: 'Ne čita se', en: 'Not read' },
  'imports.columns.of': { hr: 'Što je u stupcu „{{heading}}”', en: 'What the column “{{heading}}” holds' },
  'imports.columns.nameless': { hr: 'bez naslova', en: 'no heading' },
  'imports.columns.line': { hr: 'Redak', en: 'Row' },
  'imports.columns.split': {
    hr: 'Kad su ime i prezime u jednom stupcu, zadnja je riječ prezime; ako naslov počinje prezimenom ili je iza prezimena zarez, prva.',
    en: 'Where the full name is in one column, the last word is the surname; the first, if the heading begins with it or a comma follows.',
  },
  'imports.columns.email': { hr: 'U kojem je stupcu e-adresa?', en: 'Which column has the e-mail address?' },
  'imports.columns.choose': { hr: 'Odaberite stupac', en: 'Choose a column' },
  'imports.gone': {
    hr: 'Datoteka ove provjere više nije na poslužitelju: čuva se jedan dan, a briše se i kad se nekome brišu osobni podaci. Odaberite je još jednom; provjerit ćemo je ponovno, pa je možete uvesti.',
    en: 'The file of this check is no longer on the server: it is kept for a day, and deleted earlier if anybody’s personal data is erased. Choose it again: it will be checked once more, and you can import it.',
  },
  'imports.continued.check': {
    hr: 'Ova je datoteka poslije provjerena ponovno.',
    en: 'This file was checked again later.',
  },
  'imports.continued.import': { hr: 'Iz ove je provjere pokrenut uvoz.', en: 'An import was started from this check.' },
  'imports.continued.open': { hr: 'Otvori', en: 'Open' },
  'imports.figures.undone_one': { hr: 'uklonjen {{number}} račun', en: '{{number}} account removed' },
  'imports.figures.undone_few': { hr: 'uklonjena {{number}} računa', en: '{{number}} accounts removed' },
  'imports.figures.undone_other': { hr: 'uklonjeno {{number}} računa', en: '{{number}} accounts removed' },
  'imports.allFailed': {
    hr: 'Nijedan se redak ne može uvesti. Ispravite greške ispod pa provjerite ponovno.',
    en: 'No row can be imported. Correct the errors below and check again.',
  },
  'imports.run_one': { hr: 'Uvezi {{number}} osobu', en: 'Import {{number}} person' },
  'imports.run_few': { hr: 'Uvezi {{number}} osobe', en: 'Import {{number}} people' },
  'imports.run_other': { hr: 'Uvezi {{number}} ljudi', en: 'Import {{number}} people' },
  'imports.nobodyNew': {
    hr: 'U datoteci nema nikoga novog, pa se nema koga uvesti.',
    en: 'The file contains no one new, so there is nothing to import.',
  },
  'imports.checking': { hr: 'Provjeravamo retke', en: 'Checking rows' },
  'imports.running': { hr: 'Uvoz je u tijeku', en: 'Importing' },
  'imports.undoing': { hr: 'Poništavamo uvoz', en: 'Undoing the import' },
  'imports.done_one': { hr: '{{done}} od {{total}} retka', en: '{{done}} of {{total}} row' },
  'imports.done_few': { hr: '{{done}} od {{total}} retka', en: '{{done}} of {{total}} rows' },
  'imports.done_other': { hr: '{{done}} od {{total}} redaka', en: '{{done}} of {{total}} rows' },
  'imports.rate_one': { hr: '{{number}} redak u sekundi', en: '{{number}} row per second' },
  'imports.rate_few': { hr: '{{number}} retka u sekundi', en: '{{number}} rows per second' },
  'imports.rate_other': { hr: '{{number}} redaka u sekundi', en: '{{number}} rows per second' },
  'imports.left': { hr: 'još oko {{clock}}', en: 'about {{clock}} left' },
  'imports.mayLeave': {
    hr: 'Možete otići s ove stranice: uvoz se nastavlja, a ovdje ćete ga naći.',
    en: 'You can leave this page: the import continues, and you will find it here.',
  },
  'imports.report.file': { hr: 'uvoz-{{id}}', en: 'import-{{id}}' },
  'imports.report': { hr: 'Preuzmi izvješće', en: 'Download the report' },
  'imports.undo': { hr: 'Poništi uvoz', en: 'Undo import' },
  'imports.undo.title': { hr: 'Poništiti ovaj uvoz?', en: 'Undo this import?' },
  'imports.undo.confirm_one': { hr: 'Ukloni {{number}} račun', en: 'Remove {{number}} account' },
  'imports.undo.confirm_few': { hr: 'Ukloni {{number}} računa', en: 'Remove {{number}} accounts' },
  'imports.undo.confirm_other': { hr: 'Ukloni {{number}} računa', en: 'Remove {{number}} accounts' },
  'imports.undo.removes_one': {
    hr: 'Uklanja se {{number}} račun koji nitko nije koristio ni mijenjao. Neko se vrijeme može vratiti sa stranice Ljudi.',
    en: '{{number}} account that no one has used or changed will be removed. You can restore it for a while on the People page.',
  },
  'imports.undo.removes_few': {
    hr: 'Uklanjaju se {{number}} računa koja nitko nije koristio ni mijenjao. Neko se vrijeme mogu vratiti sa stranice Ljudi.',
    en: '{{number}} accounts that no one has used or changed will be removed. You can restore them for a while on the People page.',
  },
  'imports.undo.removes_other': {
    hr: 'Uklanja se {{number}} računa koje nitko nije koristio ni mijenjao. Neko se vrijeme mogu vratiti sa stranice Ljudi.',
    en: '{{number}} accounts that no one has used or changed will be removed. You can restore them for a while on the People page.',
  },
  'imports.undo.keeps_one': { hr: 'Ostaje {{number}} račun:', en: '{{number}} account will be kept:' },
  'imports.undo.keeps_few': { hr: 'Ostaju {{number}} računa:', en: '{{number}} accounts will be kept:' },
  'imports.undo.keeps_other': { hr: 'Ostaje {{number}} računa:', en: '{{number}} accounts will be kept:' },
  'imports.undo.nameless': { hr: 'osoba iz retka {{line}}', en: 'the person in row {{line}}' },
  'imports.undo.more_one': { hr: 'i još {{number}}', en: 'and {{number}} more' },
  'imports.undo.more_few': { hr: 'i još {{number}}', en: 'and {{number}} more' },
  'imports.undo.more_other': { hr: 'i još {{number}}', en: 'and {{number}} more' },
  'imports.undo.why.deleted': { hr: 'račun je već uklonjen', en: 'the account has already been removed' },
  'imports.undo.why.signed_in': { hr: 'osoba se već prijavila', en: 'has signed in' },
  'imports.undo.why.role': {
    hr: 'račun s tom ulogom ne možete ukloniti',
    en: 'you may not remove an account with this role',
  },
  'imports.undo.why.changed': {
    hr: 'podaci ili lozinka u međuvremenu su promijenjeni',
    en: 'the data or the password has changed since',
  },
  'imports.undo.mails': {
    hr: 'Pozivnice koje još nisu poslane neće se ni poslati, a poslane prestaju vrijediti.',
    en: 'Invitations not yet sent will be cancelled, and those already sent will stop working.',
  },
  'imports.undone_one': {
    hr: 'Uvoz je poništen: uklonjen je {{number}} račun.',
    en: 'Import undone: {{number}} account was removed.',
  },
  'imports.undone_few': {
    hr: 'Uvoz je poništen: uklonjena su {{number}} računa.',
    en: 'Import undone: {{number}} accounts were removed.',
  },
  'imports.undone_other': {
    hr: 'Uvoz je poništen: uklonjeno je {{number}} računa.',
    en: 'Import undone: {{number}} accounts were removed.',
  },
  'imports.undoneKept_one': { hr: 'Ostaje {{number}}:', en: '{{number}} was kept:' },
  'imports.undoneKept_few': { hr: 'Ostaju {{number}}:', en: '{{number}} were kept:' },
  'imports.undoneKept_other': { hr: 'Ostaje {{number}}:', en: '{{number}} were kept:' },
  'imports.failure.importer': {
    hr: 'Uvoz je stao: osoba koja ga je pokrenula više ne smije uvoziti. Što je dotad uvezeno, ostaje.',
    en: 'The import stopped: the person who started it is no longer allowed to import. Everyone imported so far stays.',
  },
  'imports.failure.file': {
    hr: 'Uvoz je stao: datoteka više nije na poslužitelju. Pokrenite ga ponovno istom datotekom; tko je već uvezen, preskočit će se.',
    en: 'The import stopped: the file is no longer on the server. Start again with the same file; those already imported will be skipped.',
  },
  'imports.failure.fault': {
    hr: 'Uvoz je stao zbog greške kod nas. Pokrenite ga ponovno istom datotekom; tko je već uvezen, preskočit će se.',
    en: 'The import stopped because of an error on our side. Start again with the same file; those already imported will be skipped.',
  },
  'imports.file': { hr: 'uvozi', en: 'imports' },
  'imports.past': { hr: 'Dosadašnji uvozi', en: 'Past imports' },
  'imports.figures': {
    hr: 'novih {{created}} · preskočeno {{skipped}} · s greškom {{failed}}',
    en: '{{created}} new · {{skipped}} skipped · {{failed}} failed',
  },
  'imports.refused.imports.encoding': {
    hr: 'Datoteka nije CSV koji možemo pročitati.',
    en: 'The file is not a CSV file we can read.',
  },
  'imports.refused.imports.encoding.cure': {
    hr: 'Ako je to Excelova tablica, otvorite je i odaberite Spremi kao → CSV UTF-8.',
    en: 'If it is a spreadsheet, open it and choose Save as → CSV UTF-8.',
  },
  'imports.refused.imports.workbook': {
    hr: 'Ovo je arhiva ili oštećena radna knjiga.',
    en: 'This is an archive, or a damaged workbook.',
  },
  'imports.refused.imports.workbook.cure': {
    hr: 'Otvorite je u programu za tablice i odaberite Spremi kao → XLSX ili CSV UTF-8.',
    en: 'Open it in a spreadsheet program and choose Save as → XLSX or CSV UTF-8.',
  },
  'imports.refused.imports.open_document': {
    hr: 'Ovo je tablica u obliku ODS.',
    en: 'This is a spreadsheet of LibreOffice (ODS).',
  },
  'imports.refused.imports.open_document.cure': {
    hr: 'U LibreOfficeu odaberite Spremi kao → Excel (XLSX) ili Tekst CSV.',
    en: 'In LibreOffice choose Save as → Excel (XLSX) or Text CSV.',
  },
  'imports.refused.imports.too_large': {
    hr: 'Raspakirana radna knjiga je prevelika.',
    en: 'Unpacked, the workbook is too large.',
  },
  'imports.refused.imports.too_large.cure': {
    hr: 'Spremite samo list s ljudima ili ga podijelite na više datoteka.',
    en: 'Save only the sheet with the people, or split it into several files.',
  },
  'imports.refused.imports.old_workbook': {
    hr: 'Ovo je stara radna knjiga (.xls) ili radna knjiga zaštićena lozinkom.',
    en: 'This is an old workbook (.xls), or one protected with a password.',
  },
  'imports.refused.imports.old_workbook.cure': {
    hr: 'Otvorite je u programu za tablice i odaberite Spremi kao → XLSX ili CSV UTF-8.',
    en: 'Open it in a spreadsheet program and choose Save as → XLSX or CSV UTF-8.',
  },
  'imports.refused.imports.empty': {
    hr: 'U datoteci nema nijednog retka s podacima.',
    en: 'The file contains no data.',
  },
  'imports.refused.imports.empty.cure': {
    hr: 'Ispod naslova stupaca treba biti bar jedna osoba.',
    en: 'Put at least one person below the headings.',
  },
  'imports.refused.imports.no_email': { hr: 'Datoteka nema stupac s e-adresom.', en: 'The file has no e-mail column.' },
  'imports.refused.imports.no_email.cure': {
    hr: 'Pokažite u kojem je stupcu, pa ćemo datoteku provjeriti ponovno.',
    en: 'Show us which column it is in, and the file is checked again.',
  },
  'imports.refused.imports.headings': {
    hr: 'Dva su stupca povezana s istim podatkom.',
    en: 'Two columns are mapped to the same field.',
  },
  'imports.refused.imports.headings.cure': { hr: 'Zadržite samo jedan od njih.', en: 'Keep one of them.' },
  'imports.refused.imports.too_many_columns': {
    hr: 'Datoteka ima više od 200 stupaca.',
    en: 'The file has more than 200 columns.',
  },
  'imports.refused.imports.too_many_columns.cure': {
    hr: 'Izbrišite stupce koji ne trebaju.',
    en: 'Delete the columns you do not need.',
  },
  'imports.refused.imports.too_many_rows': {
    hr: 'Datoteka ima više od milijun redaka.',
    en: 'The file has more than a million rows.',
  },
  'imports.refused.imports.too_many_rows.cure': {
    hr: 'Podijelite je na više datoteka.',
    en: 'Split it into several files.',
  },
  'imports.refused.imports.unreadable': {
    hr: 'Datoteka se ne može pročitati: nevaljan je {{line}}. redak.',
    en: 'The file cannot be read: row {{line}} is not valid.',
  },
  'imports.refused.imports.unreadable.cure': {
    hr: 'Najčešće negdje nedostaje završni navodnik. Spremite je ponovno iz tablice kao CSV.',
    en: 'Most often a closing quote is missing. Save it again as CSV from your spreadsheet.',
  },
  'imports.refused.request.too_large': { hr: 'Datoteka je veća od 50 MB.', en: 'The file is larger than 50 MB.' },
  'imports.refused.request.too_large.cure': {
    hr: 'Podijelite je na više datoteka.',
    en: 'Split it into several files.',
  },
  'imports.will.updated_one': { hr: 'osoba kojoj se mijenjaju podaci', en: 'person whose details change' },
  'imports.will.updated_few': { hr: 'osobe kojima se mijenjaju podaci', en: 'people whose details change' },
  'imports.will.updated_other': { hr: 'ljudi kojima se mijenjaju podaci', en: 'people whose details change' },
  'imports.did.updated_one': { hr: 'osoba s promijenjenim podacima', en: 'person with changed details' },
  'imports.did.updated_few': { hr: 'osobe s promijenjenim podacima', en: 'people with changed details' },
  'imports.did.updated_other': { hr: 'ljudi s promijenjenim podacima', en: 'people with changed details' },
  'imports.outcome.will.updated': { hr: 'Novi podaci', en: 'New details' },
  'imports.outcome.did.updated': { hr: 'Promijenjeno', en: 'Changed' },
  'imports.outcome.did.restored': { hr: 'Vraćeni podaci', en: 'Details restored' },
  'imports.renew': {
    hr: 'Onima koji već imaju račun upiši promjene iz datoteke',
    en: 'Apply changes from the file to people who already have an account',
  },
  'imports.renew.text': {
    hr: 'Prazne ćelije ne brišu ništa, a e-adresa, uloga i lozinka ostaju. Svaku promjenu prije uvoza vidite ispod i možete je poništiti.',
    en: 'Empty cells erase nothing, and address, role and password stay. You see every change below before the import, and can undo it.',
  },
  'imports.renew.empty': { hr: 'prazno', en: 'empty' },
  'imports.renew.title_one': {
    hr: '{{number}} osobi mijenjaju se podaci',
    en: 'The details of {{number}} person change',
  },
  'imports.renew.title_few': {
    hr: '{{number}} osobama mijenjaju se podaci',
    en: 'The details of {{number}} people change',
  },
  'imports.renew.title_other': {
    hr: 'Podaci se mijenjaju za {{number}} ljudi',
    en: 'The details of {{number}} people change',
  },
  'imports.renew.run': { hr: 'Uvezi i upiši promjene', en: 'Import and apply the changes' },
  'imports.renew.runAndInvite': {
    hr: 'Uvezi, upiši promjene i pošalji pozivnice',
    en: 'Import, apply the changes and send invitations',
  },
  'imports.missing.title_one': {
    hr: '{{number}} član nije na ovom popisu',
    en: '{{number}} member is not on this list',
  },
  'imports.missing.title_few': {
    hr: '{{number}} člana nisu na ovom popisu',
    en: '{{number}} members are not on this list',
  },
  'imports.missing.title_other': {
    hr: '{{number}} članova nije na ovom popisu',
    en: '{{number}} members are not on this list',
  },
  'imports.missing.text': {
    hr: 'Imaju račun s ulogom člana, a nema ih ni u jednom retku. Obustava pristupa može se poništiti.',
    en: 'They have an account with the role of member, but are in no row. A suspension can be undone.',
  },
  'imports.missing.duplicates': {
    hr: 'Netko je možda na popisu pod drugom adresom: pogledajte moguće dvojnike',
    en: 'Somebody may be on the list under another address: see possible duplicates',
  },
  'imports.missing.more_one': { hr: 'i još {{number}}', en: 'and {{number}} more' },
  'imports.missing.more_few': { hr: 'i još {{number}}', en: 'and {{number}} more' },
  'imports.missing.more_other': { hr: 'i još {{number}}', en: 'and {{number}} more' },
  'imports.missing.suspend_one': { hr: 'Obustavi pristup {{number}} članu', en: 'Suspend {{number}} member' },
  'imports.missing.suspend_few': { hr: 'Obustavi pristup za {{number}} člana', en: 'Suspend {{number}} members' },
  'imports.missing.suspend_other': { hr: 'Obustavi pristup za {{number}} članova', en: 'Suspend {{number}} members' },
  'imports.missing.question': {
    hr: 'Obustaviti pristup svima kojih nema na popisu?',
    en: 'Suspend everybody who is not on the list?',
  },
  'imports.missing.answer': {
    hr: 'Odmah se odjavljuju i ne mogu se prijaviti dok im ne vratite pristup.',
    en: 'They are signed out at once and cannot sign in until you reinstate them.',
  },
  'imports.undo.restores_one': {
    hr: '{{number}} osobi vraća se ono što je uvoz promijenio.',
    en: '{{number}} person gets back what the import changed.',
  },
  'imports.undo.restores_few': {
    hr: '{{number}} osobama vraća se ono što je uvoz promijenio.',
    en: '{{number}} people get back what the import changed.',
  },
  'imports.undo.restores_other': {
    hr: 'Za {{number}} ljudi vraća se ono što je uvoz promijenio.',
    en: '{{number}} people get back what the import changed.',
  },
  'imports.restored_one': {
    hr: 'Podaci su vraćeni za {{number}} osobu.',
    en: 'The details of {{number}} person were restored.',
  },
  'imports.restored_few': {
    hr: 'Podaci su vraćeni za {{number}} osobe.',
    en: 'The details of {{number}} people were restored.',
  },
  'imports.restored_other': {
    hr: 'Podaci su vraćeni za {{number}} ljudi.',
    en: 'The details of {{number}} people were restored.',
  },
} satisfies Catalogue;
