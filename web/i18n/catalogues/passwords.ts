import type { Catalogue } from '../../../src/platform/words/catalogue.ts';
/** Of a new password. */
export const texts = {
  'field.unchanged': {
    hr: 'Nova lozinka mora biti drukčija od sadašnje.',
    en: 'The new password must differ from the current one.',
  },
  'field.is_email': {
    hr: 'Lozinka ne smije biti Vaša e-adresa ni njezin početak. Odaberite nešto što nije povezano s Vama.',
    en: 'The password must not be your e-mail address or the start of it. Choose something unrelated to you.',
  },
  'field.breached': {
    hr: 'Ova je lozinka procurila u javnost s neke druge usluge, pa je napadači isprobavaju. Odaberite drugu, a ovu promijenite svugdje gdje je još koristite.',
    en: 'This password has leaked from some other service, so attackers try it. Choose another one, and change this one wherever you still use it.',
  },
  'field.common': {
    hr: 'Ovu lozinku ili njoj sličnu koristi mnogo ljudi, pa se pogađa među prvima. Odaberite nekoliko riječi koje nisu povezane s Vama.',
    en: 'This password, or one very like it, is used by many people and is among the first to be guessed. Choose a few words unrelated to you.',
  },
  'link.password': { hr: 'Nova lozinka', en: 'New password' },
  'advice.text': {
    hr: 'Najbolje se pamti nekoliko nepovezanih riječi. Što duža, to bolja: savjetujemo 15 znakova ili više.',
    en: 'A few unrelated words are easiest to remember. Longer is better: we recommend 15 characters or more.',
  },
  'advice.short': { hr: 'Kratka je i brzo se pogodi.', en: 'Short: easy to guess.' },
  'advice.fair': { hr: 'Može, ali duža je puno jača.', en: 'Acceptable, but a longer one is much stronger.' },
  'advice.good': { hr: 'Dovoljno je duga.', en: 'Long enough.' },
} satisfies Catalogue;
