import type { Catalogue } from '../../../../src/platform/words/catalogue.ts';
import { mailWords } from '../../../../src/platform/words/mail-words.ts';

/** The outbox. */
export const texts = {
  ...mailWords,
  'mails.title': { hr: 'Pošta', en: 'Mail' },
  'mails.file': { hr: 'posta', en: 'mails' },
  'mails.text': {
    hr: 'Poruke koje smo poslali ljudima i one koje još čekaju slanje.',
    en: 'E-mails the service has sent, and those still waiting.',
  },
  'mails.mail': { hr: 'Poruka', en: 'E-mail' },
  'mails.filter': { hr: 'Stanje poruka', en: 'Status' },
  'mails.filter.all': { hr: 'Sve', en: 'All' },
  'mails.sort': { hr: 'Redoslijed', en: 'Order' },
  'mails.sort.newest': { hr: 'Najnovije prvo', en: 'Newest first' },
  'mails.sort.oldest': { hr: 'Najstarije prvo', en: 'Oldest first' },
  'mails.search': { hr: 'Traži poruke', en: 'Search e-mails' },
  'mails.search.hint': { hr: 'Ime, prezime ili početak e-adrese', en: 'Name or start of the e-mail' },
  'mails.emptySearch': {
    hr: 'Nema poruka za „{{q}}”. Provjerite je li adresa na računu ispravno upisana.',
    en: 'No e-mail matches “{{q}}”. Check the address on the account.',
  },
  'mails.showAll': { hr: 'Prikaži sve poruke', en: 'Show all e-mails' },
  'mails.empty': {
    hr: 'Još nije poslana nijedna poruka. Prva će otići s prvom pozivnicom.',
    en: 'No e-mail has been sent yet. The first one goes out with the first invitation.',
  },
  'mails.emptyState': { hr: 'Nema poruka u tom stanju.', en: 'No e-mails with this status.' },
  'mails.attempts_one': { hr: '{{count}} pokušaj', en: '{{count}} attempt' },
  'mails.attempts_few': { hr: '{{count}} pokušaja', en: '{{count}} attempts' },
  'mails.attempts_other': { hr: '{{count}} pokušaja', en: '{{count}} attempts' },
  'mails.health.good': { hr: 'Sve je poslano, ništa ne čeka.', en: 'Everything has been sent.' },
  'mails.health.waiting_one': { hr: '{{count}} poruka čeka', en: '{{count}} e-mail is queued' },
  'mails.health.waiting_few': { hr: '{{count}} poruke čekaju', en: '{{count}} e-mails are queued' },
  'mails.health.waiting_other': { hr: '{{count}} poruka čeka', en: '{{count}} e-mails are queued' },
  'mails.health.oldest': { hr: 'najstarija nastala {{when}}', en: 'oldest queued {{when}}' },
  'mails.health.parked_one': {
    hr: '{{count}} poruka traži Vašu pozornost',
    en: '{{count}} e-mail needs your attention',
  },
  'mails.health.parked_few': {
    hr: '{{count}} poruke traže Vašu pozornost',
    en: '{{count}} e-mails need your attention',
  },
  'mails.health.parked_other': {
    hr: '{{count}} poruka traži Vašu pozornost',
    en: '{{count}} e-mails need your attention',
  },
  'mails.health.parkedText': {
    hr: 'slanje nije uspjelo i više se ne ponavlja automatski',
    en: 'sending failed and will not be retried automatically',
  },
  'mails.fact.to': { hr: 'Kome', en: 'To' },
  'mails.fact.due': { hr: 'Idući pokušaj', en: 'Next attempt' },
  'mails.text.label': { hr: 'Tekst poruke', en: 'Text of the e-mail' },
  'mails.masked': {
    hr: 'Poveznice i kodovi skriveni su točkicama. Otvaranje poruke zabilježeno je u dnevniku.',
    en: 'Links and codes are masked. Opening this e-mail was recorded in the audit log.',
  },
  'mails.waits': { hr: 'Poruka već čeka slanje.', en: 'The e-mail is already queued.' },
  'mails.resend': { hr: 'Pošalji ponovno', en: 'Send again' },
  'mails.resent': { hr: 'Poruka za {{to}} ponovno čeka slanje.', en: 'The e-mail to {{to}} is queued again.' },
} satisfies Catalogue;
