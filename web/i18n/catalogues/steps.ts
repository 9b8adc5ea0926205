import type { Catalogue } from '../../../src/platform/words/catalogue.ts';
/** Of a sign-in that a password alone does not complete. */
export const texts = {
  'login.mailed.title': { hr: 'Pogledajte poštu', en: 'Check your e-mail' },
  'login.mailed.text': {
    hr: 'Ako je za {{email}} moguća prijava kodom, kod stiže za koji trenutak. Ima šest znamenki i vrijedi deset minuta, samo u ovom pregledniku.',
    en: 'If {{email}} can sign in with a code, it will arrive in a moment. It has six digits and works for ten minutes, in this browser only.',
  },
  'login.mailed.again.text': {
    hr: 'Ako je za {{email}} moguća prijava kodom, stiže novi kod. Prijašnji više ne vrijedi.',
    en: 'If {{email}} can sign in with a code, a new one will arrive. The earlier one no longer works.',
  },
  'login.mailed.label': { hr: 'Kod iz poruke', en: 'Code from the e-mail' },
  'login.mailed.again': { hr: 'Pošalji novi kod', en: 'Send a new code' },
  'login.mailed.wait': { hr: 'Novi kod za {{clock}}', en: 'New code in {{clock}}' },
  'login.mailed.none': {
    hr: 'Kod nije stigao? Pogledajte i neželjenu poštu. Ne šaljemo ga administratorima ni na račune koji čekaju novu lozinku.',
    en: 'Nothing there? Look in your spam folder. Administrators, and accounts waiting for a new password, get no code.',
  },
  'login.mailed.back': { hr: 'Ipak se prijavi lozinkom', en: 'Use my password instead' },
  'login.code.title': { hr: 'Drugi korak prijave', en: 'Two-step sign-in' },
  'login.code.text': {
    hr: 'Upišite kod od šest znamenki iz aplikacije za prijavu.',
    en: 'Enter the six-digit code from your authenticator app.',
  },
  'login.code.toRecovery': {
    hr: 'Nemate telefon pri ruci? Upišite rezervni kod',
    en: 'No phone at hand? Use a recovery code',
  },
  'login.code.toApp': { hr: 'Ipak upišite kod iz aplikacije', en: 'Use an authenticator code instead' },
  'login.recovery.text': {
    hr: 'Svaki rezervni kod vrijedi jednom. Spremili ste ih kad ste uključili drugi korak.',
    en: 'Each recovery code works once. You saved them when you turned on two-step sign-in.',
  },
  'login.recovery.label': { hr: 'Rezervni kod', en: 'Recovery code' },
  'login.passkey.text': { hr: 'Potvrdite prijavu pristupnim ključem.', en: 'Confirm the sign-in with a passkey.' },
  'login.passkey.browser': {
    hr: 'Ovaj preglednik ne podržava pristupne ključeve. Prijavite se u drugom pregledniku ili na drugom uređaju. Ako ne možete, zamolite svojeg administratora da ukloni Vaš ključ.',
    en: 'This browser does not support passkeys. Sign in with another browser or on another device. If you cannot, ask your administrator to remove your key.',
  },
} satisfies Catalogue;
