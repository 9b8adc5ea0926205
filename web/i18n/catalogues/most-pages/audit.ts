import { auditActions } from '../../../../src/entry/app/declarations.ts';
import type { AuditAction } from '../../../../src/platform/audit/audit-actions.ts';
import type { Wording } from '../../../../src/platform/kernel/wording.ts';
import { auditNotes } from '../../../../src/platform/words/audit-note-words.ts';
import type { Catalogue, EnglishCatalogue } from '../../../../src/platform/words/catalogue.ts';

/** What the rooms say of their actions. */
const actions = Object.fromEntries(
  Object.entries(auditActions).flatMap(([name, { act, deed, happens }]) => [
    [`audit.act.${name}`, act],
    [`audit.does.${name}`, deed],
    ...(happens === undefined ? [] : [[`audit.happens.${name}`, happens]]),
  ]),
) as Readonly<
  Record<`audit.${'act' | 'does'}.${AuditAction}`, EnglishCatalogue[string]> &
    Partial<Record<`audit.happens.${AuditAction}`, Wording>>
>; // `fromEntries` forgets the names

/** An import that only checks its file. */
const checks = {
  'audit.does.import.start.check': {
    hr: 'pokrenuta provjera datoteke za uvoz',
    en: 'started checking a file for import',
  },
  'audit.does.import.finish.check': {
    hr: 'završena provjera datoteke za uvoz',
    en: 'finished checking a file for import',
  },
} satisfies Catalogue;

const page = {
  'audit.title': { hr: 'Dnevnik', en: 'Audit log' },
  'audit.file': { hr: 'dnevnik', en: 'log' },
  'audit.text': {
    hr: 'Tko je što učinio, kome i kada. Zapisi se ne mogu mijenjati ni brisati.',
    en: 'Who did what, to whom and when. Records can be neither changed nor deleted.',
  },
  'audit.sentence': { hr: '{{actor}}: {{deed}}.', en: '{{actor}} {{deed}}.' },
  'audit.of': { hr: ' osobe {{person}}', en: ' of {{person}}' },
  'audit.to': { hr: ' osobi {{person}}', en: ' to {{person}}' },
  'audit.at': { hr: ' (račun: {{person}})', en: ' (account: {{person}})' },
  'audit.service': { hr: 'Usluga', en: 'The service' },
  'audit.person.number': { hr: 'br. {{id}}', en: 'person no. {{id}}' },
  'audit.actor.service': { hr: 'usluga {{name}}', en: 'the service {{name}}' },
  'audit.person.nameless': { hr: 'Osoba br. {{id}}', en: 'Person no. {{id}}' },

  'audit.group.signIn': { hr: 'Prijava', en: 'Sign-in' },
  'audit.group.password': { hr: 'Lozinka', en: 'Password' },
  'audit.group.secondStep': { hr: 'Drugi korak prijave', en: 'Two-step sign-in' },
  'audit.group.people': { hr: 'Računi', en: 'Accounts' },
  'audit.group.invitations': { hr: 'Pozivnice', en: 'Invitations' },
  'audit.group.own': { hr: 'Vlastiti podaci', en: 'Own data' },
  'audit.group.privacy': { hr: 'Privatnost', en: 'Privacy' },
  'audit.group.documents': { hr: 'Dokumenti', en: 'Documents' },
  'audit.group.devices': { hr: 'Uređaji i odjave', en: 'Devices and sign-outs' },
  'audit.group.imports': { hr: 'Uvoz', en: 'Imports' },
  'audit.group.erasure': { hr: 'Brisanje podataka', en: 'Erasure' },
  'audit.group.downloads': { hr: 'Preuzimanja', en: 'Downloads' },
  'audit.group.service': { hr: 'Usluga', en: 'Service' },

  'audit.searched': { hr: 'Pretraženo unatrag do: {{when}}.', en: 'Searched back to: {{when}}.' },
  'audit.searchedOn': { hr: 'Pretraženo do: {{when}}.', en: 'Searched up to: {{when}}.' },
  'audit.sort': { hr: 'Redoslijed', en: 'Order' },
  'audit.sort.newest': { hr: 'Najnovije prvo', en: 'Newest first' },
  'audit.sort.oldest': { hr: 'Najstarije prvo', en: 'Oldest first' },
  'audit.nothingYet': { hr: 'Zasad ništa ne odgovara filtrima.', en: 'Nothing matches the filters so far.' },
  'audit.searchOn': { hr: 'Traži dalje', en: 'Keep searching' },
  'audit.record': { hr: 'Zapis', en: 'Record' },
  'audit.run.others_one': { hr: 'i još {{count}} takav zapis', en: 'and {{count}} more like it' },
  'audit.run.others_few': { hr: 'i još {{count}} takva zapisa', en: 'and {{count}} more like it' },
  'audit.run.others_other': { hr: 'i još {{count}} takvih zapisa', en: 'and {{count}} more like it' },
  'audit.run.open': { hr: 'Pokaži sve zajedno: {{count}}', en: 'Show all {{count}}' },
  'audit.run.close': { hr: 'Skupi u jedan redak', en: 'Fold into one line' },
  'audit.empty': { hr: 'Još nema zapisa.', en: 'No records yet.' },
  'audit.column.what': { hr: 'Što se dogodilo', en: 'What happened' },
  'audit.column.action': { hr: 'Oznaka radnje', en: 'Action code' },
  'audit.download.jsonl': { hr: 'Potpun zapis s pečatima (JSONL)', en: 'Full records with seals (JSONL)' },
  'audit.filter.q': { hr: 'Traži po e-adresi i pojedinostima', en: 'Search addresses and details' },
  'audit.filter.action': { hr: 'Radnja', en: 'Action' },
  'audit.filter.anyAction': { hr: 'Sve radnje', en: 'All actions' },
  'audit.filter.noAction': { hr: 'Takve radnje nema.', en: 'No such action.' },
  'audit.filter.more': { hr: 'Više filtara', en: 'More filters' },
  'audit.filter.moreChosen': { hr: 'Više filtara ({{count}})', en: 'More filters ({{count}})' },
  'audit.filter.person': { hr: 'Na koga se odnosi', en: 'Person affected' },
  'audit.filter.actor': { hr: 'Tko je to učinio', en: 'Done by' },
  'audit.filter.anyPerson': { hr: 'Bilo tko', en: 'Anyone' },
  'audit.filter.clearPerson': { hr: '{{label}}: ukloni odabir', en: '{{label}}: clear' },
  'audit.filter.typeName': { hr: 'Upišite početak imena ili e-adrese.', en: 'Type the start of a name or address.' },
  'audit.filter.nobody': { hr: 'Nema nikoga s tim imenom.', en: 'No one by that name.' },
  'audit.filter.span': { hr: 'Razdoblje', en: 'Period' },
  'audit.span.any': { hr: 'Oduvijek', en: 'Any time' },
  'audit.span.days': { hr: 'Odabrani dani', en: 'Chosen days' },
  'audit.span.1': { hr: 'Danas', en: 'Today' },
  'audit.span.7': { hr: 'Zadnjih 7 dana', en: 'Last 7 days' },
  'audit.span.30': { hr: 'Zadnjih 30 dana', en: 'Last 30 days' },
  'audit.span.365': { hr: 'Zadnjih 365 dana', en: 'Last 365 days' },
  'audit.filter.wholeGroup': { hr: '{{group}}: sve radnje', en: '{{group}}: all actions' },
  'audit.filter.from': { hr: 'Od dana', en: 'From' },
  'audit.filter.to': { hr: 'Do dana', en: 'To' },
  'audit.filter.to.wrong': { hr: 'Taj je dan prije početnog.', en: 'This day is before the first one.' },
  'audit.filter.ip': { hr: 'IP-adresa', en: 'IP address' },
  'audit.filter.ip.wrong': {
    hr: 'Upišite cijelu adresu, na primjer 192.0.2.10.',
    en: 'Enter a whole address, for example 192.0.2.10.',
  },
  'audit.seal': { hr: 'Pečat dnevnika', en: 'Log seal' },
  'audit.seal.unknown': {
    hr: 'Dnevnik je zapečaćen. Provjerite je li itko dirao zapise.',
    en: 'The log is sealed. Check whether any record has been tampered with.',
  },
  'audit.seal.check': { hr: 'Provjeri pečat', en: 'Verify the seal' },
  'audit.seal.again': { hr: 'Provjeri ponovno', en: 'Verify again' },
  'audit.seal.proven': {
    hr: 'Nitko nije dirao zapise do {{until}}',
    en: 'No record up to {{until}} has been tampered with',
  },
  'audit.seal.none': { hr: 'Još ništa nije zapečaćeno.', en: 'Nothing has been sealed yet.' },
  'audit.seal.broken_one': { hr: 'Pečat ne odgovara na {{count}} mjestu', en: 'The seal is broken in {{count}} place' },
  'audit.seal.broken_few': {
    hr: 'Pečat ne odgovara na {{count}} mjesta',
    en: 'The seal is broken in {{count}} places',
  },
  'audit.seal.broken_other': {
    hr: 'Pečat ne odgovara na {{count}} mjesta',
    en: 'The seal is broken in {{count}} places',
  },
  'audit.seal.sealed_one': { hr: '{{number}} zapis zapečaćen', en: '{{number}} record sealed' },
  'audit.seal.sealed_few': { hr: '{{number}} zapisa zapečaćena', en: '{{number}} records sealed' },
  'audit.seal.sealed_other': { hr: '{{number}} zapisa zapečaćeno', en: '{{number}} records sealed' },
  'audit.seal.waiting_one': { hr: '{{count}} čeka pečat', en: '{{count}} not yet sealed' },
  'audit.seal.waiting_few': { hr: '{{count}} čekaju pečat', en: '{{count}} not yet sealed' },
  'audit.seal.waiting_other': { hr: '{{count}} čeka pečat', en: '{{count}} not yet sealed' },
  'audit.seal.erased_one': {
    hr: '{{number}} bez osobnih podataka nakon brisanja',
    en: '{{number}} without personal data after an erasure',
  },
  'audit.seal.erased_few': {
    hr: '{{number}} bez osobnih podataka nakon brisanja',
    en: '{{number}} without personal data after erasures',
  },
  'audit.seal.erased_other': {
    hr: '{{number}} bez osobnih podataka nakon brisanja',
    en: '{{number}} without personal data after erasures',
  },
  'audit.seal.checked': { hr: 'provjereno {{when}}', en: 'verified {{when}}' },
  'audit.seal.restored': {
    hr: 'Dana {{when}} vraćena je sigurnosna kopija. Dnevnik se nastavlja od mjesta {{seq}}; što je zapečaćeno poslije toga, izgubljeno je.',
    en: 'A backup was restored {{when}}. The log goes on after position {{seq}}; what was sealed beyond it is lost.',
  },
  'audit.seal.lost': {
    hr: 'Dana {{when}} prihvaćen je gubitak zapisa. Dnevnik se nastavlja od mjesta {{seq}}; što je zapečaćeno poslije toga, izgubljeno je.',
    en: 'A loss of records was accepted {{when}}. The log goes on after position {{seq}}; what was sealed beyond it is lost.',
  },
  'audit.seal.revoked': {
    hr: 'Ključ {{kid}} opozvan je {{when}}. Izmjene nastale dok je bio u tuđim rukama mogu otkriti samo pečati čuvani izvan sustava.',
    en: 'Key {{kid}} was revoked {{when}}. Changes made while it was in the wrong hands show only in seals kept elsewhere.',
  },
  'audit.seal.record': { hr: 'zapis br. {{id}}', en: 'record no. {{id}}' },
  'audit.seal.place': { hr: 'mjesto {{seq}}', en: 'position {{seq}}' },
  'audit.seal.kind.changed': {
    hr: 'Zapis je promijenjen nakon što je zapečaćen.',
    en: 'A record was changed after it was sealed.',
  },
  'audit.seal.kind.removed': { hr: 'Zapečaćen zapis nedostaje.', en: 'A sealed record is missing.' },
  'audit.seal.kind.reordered': { hr: 'Zapis nije na svojem mjestu.', en: 'A record is out of order.' },
  'audit.seal.kind.backdated': {
    hr: 'Zapis tvrdi da je stariji od pečata koji su nastali prije njega.',
    en: 'A record is dated earlier than seals made before it.',
  },
  'audit.seal.kind.forged_head': {
    hr: 'Potpis pečata nije potpis ove usluge.',
    en: 'A seal was not signed by this service.',
  },
  'audit.seal.kind.cut': { hr: 'Nedostaju najnoviji zapisi.', en: 'The newest records are missing.' },
  'audit.seal.kind.blanked': {
    hr: 'Osobni podaci uklonjeni su bez zabilježenog brisanja.',
    en: 'Personal data was removed without a recorded erasure.',
  },
  'audit.fact.when': { hr: 'Kada', en: 'When' },
  'audit.fact.what': { hr: 'Pojedinosti', en: 'Details' },
  'audit.fact.actor': { hr: 'Tko', en: 'Who' },
  'audit.fact.nobody': { hr: 'Usluga sama ili netko bez prijave', en: 'The service itself, or someone not signed in' },
  'audit.fact.person': { hr: 'Na koga se odnosi', en: 'Person affected' },
  'audit.fact.where': { hr: 'Odakle', en: 'Where from' },
  'audit.fact.request': { hr: 'Oznaka zahtjeva', en: 'Request ID' },
  'audit.narrow.person': { hr: 'Sve o ovoj osobi', en: 'Everything about this person' },
  'audit.narrow.service': { hr: 'Sve što je ta usluga učinila', en: 'Everything by this service' },
  'audit.filter.service': { hr: 'Samo usluga {{name}}', en: 'Only the service {{name}}' },
  'audit.narrow.actor': { hr: 'Sve što je ta osoba učinila', en: 'Everything by this person' },
  'audit.narrow.import': { hr: 'Svi zapisi ovog uvoza', en: 'All records of this import' },
  'audit.open.bulk': { hr: 'Otvori tu skupnu radnju', en: 'Open this bulk action' },
  'audit.narrow.ip': { hr: 'Sve s ove IP-adrese', en: 'Everything from this IP address' },
  'audit.raw': { hr: 'Izvorni zapis: {{action}}', en: 'Raw record: {{action}}' },
  'audit.changes': { hr: 'Što je promijenjeno', en: 'Changes' },
  'audit.changes.field': { hr: 'Podatak', en: 'Field' },
  'audit.changes.before': { hr: 'Prije', en: 'Before' },
  'audit.changes.after': { hr: 'Poslije', en: 'After' },
  'audit.changes.value': { hr: 'Nova vrijednost', en: 'New value' },
} satisfies Catalogue;

/** The audit log. */
export const texts = { ...actions, ...auditNotes, ...checks, ...page };
