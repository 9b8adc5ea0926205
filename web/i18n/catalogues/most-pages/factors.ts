import type { Catalogue } from '../../../../src/platform/words/catalogue.ts';
/** Who must have a second factor. */
export const texts = {
  'factors.title': { hr: 'Drugi korak prijave', en: 'Two-step sign-in' },
  'factors.text': {
    hr: 'Tko uz lozinku mora imati i drugi korak prijave (2FA), otkad i tko ga još nema.',
    en: 'Who must use two-step sign-in, from when, and who has not set it up yet.',
  },
  'factors.rules.all': { hr: 'Pravila za sve saveze i klubove', en: 'Rules for all federations and clubs' },
  'factors.rules.all.text': {
    hr: 'Dok traju dani počeka, ljudi vide podsjetnik; nakon toga moraju uključiti drugi korak prije bilo čega drugog. Za nove račune poček počinje danom otvaranja.',
    en: 'During the grace period people see a reminder; after that they must turn it on before anything else. For new accounts it begins when they are created.',
  },
  'factors.rules.tenant': { hr: 'Pravila za ovaj savez ili klub', en: 'Rules for this federation or club' },
  'factors.rules.tenant.text': {
    hr: 'Vrijede uz pravila za sve i mogu biti samo stroža. Dok traju dani počeka, ljudi vide podsjetnik; nakon toga moraju uključiti drugi korak prije bilo čega drugog.',
    en: 'They add to the rules for all and can only be stricter. During the grace period people see a reminder; after that they must turn it on before anything else.',
  },
  'factors.none': { hr: 'Ne traži se', en: 'Not required' },
  'factors.atOnce': { hr: 'Odmah', en: 'At once' },
  'factors.within_one': { hr: 'Nakon {{count}} dana', en: 'After {{count}} day' },
  'factors.within_few': { hr: 'Nakon {{count}} dana', en: 'After {{count}} days' },
  'factors.within_other': { hr: 'Nakon {{count}} dana', en: 'After {{count}} days' },
  'factors.from': { hr: 'Vrijedi od {{when}}', en: 'Required from {{when}}' },
  'factors.fromAll': { hr: 'Za sve vrijedi od {{when}}', en: 'Required of all from {{when}}' },
  'factors.default': {
    hr: 'Drugi je korak obavezan odmah, prema postavci usluge.',
    en: 'Required at once, by the configuration of the service.',
  },
  'factors.save': { hr: 'Spremi pravila', en: 'Save rules' },
  'factors.saved': { hr: 'Pravila su spremljena.', en: 'The rules are saved.' },
  'factors.file': { hr: 'bez-drugog-koraka', en: 'without-second-step' },
  'factors.missing': { hr: 'Tko ga još nema', en: 'Who has not set it up yet' },
  'factors.search': { hr: 'Traži među onima koji ga nemaju', en: 'Search those without it' },
  'factors.search.hint': { hr: 'Ime, prezime ili e-adresa', en: 'Name or e-mail address' },
  'factors.notAsked': {
    hr: 'Drugi se korak zasad ne traži ni od koga.',
    en: 'Nobody has to use two-step sign-in yet.',
  },
  'factors.nobody': { hr: 'Svi kojima se drugi korak traži već ga imaju.', en: 'Everybody who needs it has it.' },
  'factors.nobodyFound': { hr: 'Nema nikoga tko odgovara upitu „{{q}}”.', en: 'Nobody matches “{{q}}”.' },
  'factors.dueBy': { hr: 'do {{when}}', en: 'by {{when}}' },
  'factors.dueNow': { hr: 'pri idućoj prijavi', en: 'at the next sign-in' },
  'factors.remind': { hr: 'Podsjeti ih e-poštom', en: 'Remind them by e-mail' },
  'factors.remind.title': { hr: 'Poslati podsjetnik?', en: 'Send a reminder?' },
  'factors.remind.text_one': {
    hr: 'Poruku će dobiti {{count}} osoba, osim ako ju je dobila u zadnjih sedam dana.',
    en: '{{count}} person will get an e-mail, unless they got one in the last seven days.',
  },
  'factors.remind.text_few': {
    hr: 'Poruku će dobiti {{count}} osobe, osim onih koje su je dobile u zadnjih sedam dana.',
    en: '{{count}} people will get an e-mail, except those who got one in the last seven days.',
  },
  'factors.remind.text_other': {
    hr: 'Poruku će dobiti {{count}} osoba, osim onih koje su je dobile u zadnjih sedam dana.',
    en: '{{count}} people will get an e-mail, except those who got one in the last seven days.',
  },
  'factors.remind.confirm': { hr: 'Pošalji podsjetnik', en: 'Send reminder' },
  'factors.reminded_one': {
    hr: 'Podsjetnik šaljemo {{count}} osobi.',
    en: 'A reminder is on its way to {{count}} person.',
  },
  'factors.reminded_few': {
    hr: 'Podsjetnik šaljemo na {{count}} adrese.',
    en: 'A reminder is on its way to {{count}} people.',
  },
  'factors.reminded_other': {
    hr: 'Podsjetnik šaljemo na {{count}} adresa.',
    en: 'A reminder is on its way to {{count}} people.',
  },
  'factors.recently_one': {
    hr: '{{count}} osoba dobila ga je u zadnjih sedam dana.',
    en: '{{count}} person got one in the last seven days.',
  },
  'factors.recently_few': {
    hr: '{{count}} osobe dobile su ga u zadnjih sedam dana.',
    en: '{{count}} people got one in the last seven days.',
  },
  'factors.recently_other': {
    hr: '{{count}} osoba dobilo ga je u zadnjih sedam dana.',
    en: '{{count}} people got one in the last seven days.',
  },
  'factors.more': { hr: 'Ima ih još: ponovite za ostale.', en: 'There are more: repeat it for the others.' },
} satisfies Catalogue;
