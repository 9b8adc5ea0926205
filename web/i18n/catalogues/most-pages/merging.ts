import type { Catalogue } from '../../../../src/platform/words/catalogue.ts';

/** Of the page of possible duplicates. */
export const texts = {
  'merging.title': { hr: 'Mogući dvojnici', en: 'Possible duplicates' },
  'merging.text': {
    hr: 'Ljudi s istim OIB-om, ili s istim imenom i telefonom. Jesu li ista osoba, odlučujete Vi.',
    en: 'People with the same OIB, or with the same name and telephone. Whether they are one person is yours to decide.',
  },
  'merging.back': { hr: 'Ljudi', en: 'People' },
  'merging.none': {
    hr: 'Nitko nema isti OIB kao netko drugi, ni isto ime i telefon. Ako je netko upisan dvaput, pojavit će se ovdje, pa mu možete spojiti račune.',
    en: 'Nobody has the same OIB as somebody else, or the same name and telephone. If somebody was added twice, you merge their accounts here.',
  },
  'merging.same.oib': { hr: 'isti OIB', en: 'same OIB' },
  'merging.same.name_and_telefon': { hr: 'isto ime i telefon', en: 'same name and telephone' },
  'merging.open': { hr: 'Spoji…', en: 'Merge…' },
  'merging.open.of': { hr: 'Spoji: {{name}}', en: 'Merge: {{name}}' },
  'merging.dialog': { hr: 'Spajanje računa', en: 'Merging accounts' },
  'merging.lead': {
    hr: 'Osobi ostaje jedan račun. Spajanje se može poništiti 30 dana.',
    en: 'The person keeps one account. The merge can be undone for 30 days.',
  },
  'merging.stays': { hr: 'Račun koji ostaje', en: 'Account that remains' },
  'merging.wayIn': { hr: 'Prijavljuje se računom', en: 'Signs in with' },
  'merging.account': { hr: '{{name}}, {{email}}, br. {{id}}', en: '{{name}}, {{email}}, no. {{id}}' },
  'merging.moves': { hr: 'Prelazi', en: 'Moves' },
  'merging.moves.nothing': { hr: 'Ništa ne prelazi.', en: 'Nothing moves.' },
  'merging.conflicts': { hr: 'U istom savezu ili klubu', en: 'In the same organisation' },
  'merging.conflict': {
    hr: '{{tenant}}: ostaje članstvo „{{stays}}”, prestaje „{{ends}}”',
    en: '{{tenant}}: the membership “{{stays}}” stays, “{{ends}}” ends',
  },
  'merging.dropped': { hr: 'Više ne vrijedi', en: 'No longer valid' },
  'merging.dropped.address': { hr: 'e-adresa za prijavu: {{email}}', en: 'address to sign in with: {{email}}' },
  'merging.dropped.password': { hr: 'lozinka tog računa', en: 'the password of that account' },
  'merging.dropped.authenticator': {
    hr: 'drugi korak prijave tog računa',
    en: 'two-step sign-in of that account',
  },
  'merging.dropped.identities': {
    hr: 'prijava putem drugih usluga: {{count}}',
    en: 'sign-ins through other services: {{count}}',
  },
  'merging.dropped.links': { hr: 'otvorene poveznice: {{count}}', en: 'open links: {{count}}' },
  'merging.dropped.sign_ins': { hr: 'prijave koje su u tijeku: {{count}}', en: 'current sign-ins: {{count}}' },
  'merging.moved.memberships': { hr: 'članstva: {{count}}', en: 'memberships: {{count}}' },
  'merging.moved.consents': { hr: 'pristanci: {{count}}', en: 'consents: {{count}}' },
  'merging.moved.passkeys': { hr: 'pristupni ključevi: {{count}}', en: 'passkeys: {{count}}' },
  'merging.moved.sign_ins': { hr: 'povijest prijava: {{count}}', en: 'past sign-ins: {{count}}' },
  'merging.moved.documents': { hr: 'dodani dokumenti: {{count}}', en: 'documents added: {{count}}' },
  'merging.moved.application_consents': {
    hr: 'pristanci aplikacijama: {{count}}',
    en: 'consents to applications: {{count}}',
  },
  'merging.moved.imports': { hr: 'pokrenuti uvozi: {{count}}', en: 'imports started: {{count}}' },
  'merging.moved.bulk_jobs': { hr: 'pokrenute skupne radnje: {{count}}', en: 'bulk actions started: {{count}}' },
  'merging.moved.applications': { hr: 'registrirane aplikacije: {{count}}', en: 'applications registered: {{count}}' },
  'merging.moved.event_subscriptions': {
    hr: 'pretplate na događaje: {{count}}',
    en: 'subscriptions to events: {{count}}',
  },
  'merging.moved.recipients': { hr: 'upisani primatelji: {{count}}', en: 'recipients entered: {{count}}' },
  'merging.moved.saved_views': { hr: 'spremljeni prikazi: {{count}}', en: 'saved views: {{count}}' },
  'merging.verb': { hr: 'Spoji račune', en: 'Merge accounts' },
  'merging.did': { hr: 'Računi su spojeni: {{name}}.', en: 'The accounts were merged: {{name}}.' },
  'merging.undo': { hr: 'Poništi spajanje', en: 'Undo the merge' },
  'merging.undo.of': { hr: 'Poništi spajanje: {{name}}', en: 'Undo the merge: {{name}}' },
  'merging.undone': {
    hr: 'Spajanje je poništeno: {{name}} opet ima dva računa.',
    en: 'The merge was undone: {{name}} has two accounts again.',
  },
  'merging.recent': { hr: 'Spojeno u zadnjih 30 dana', en: 'Merged in the last 30 days' },
  'merging.recent.into': {
    hr: '{{email}} spojen je s {{into}}; može se poništiti do {{until}}',
    en: '{{email}} was merged into {{into}}; it can be undone until {{until}}',
  },
} satisfies Catalogue;
