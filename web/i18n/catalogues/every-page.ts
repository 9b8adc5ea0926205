import type { FaultCode } from '../../../src/accounts/users/person-fields.ts';
import type { Wording } from '../../../src/platform/kernel/wording.ts';
import type { Catalogue } from '../../../src/platform/words/catalogue.ts';
/** Croatian texts that every page needs. `_one`, `_few`, `_other` are plurals. */
export const texts = {
  'app.name': { hr: 'Iskaznica', en: 'Iskaznica' },
  'app.language': { hr: 'Jezik', en: 'Language' },
  'app.loading': { hr: 'Učitavanje…', en: 'Loading…' },
  'app.cancel': { hr: 'Odustani', en: 'Cancel' },
  'app.close': { hr: 'Zatvori', en: 'Close' },
  'app.back': { hr: 'Natrag', en: 'Back' },
  'app.save': { hr: 'Spremi', en: 'Save' },
  'app.typeToConfirm': { hr: 'Za potvrdu upišite: {{word}}', en: 'To confirm, type: {{word}}' },
  'app.typeExactly': { hr: 'Ne podudara se. Upišite točno: {{word}}', en: 'That does not match. Type: {{word}}' },
  'app.retry': { hr: 'Pokušaj ponovno', en: 'Try again' },
  'app.copy': { hr: 'Kopiraj', en: 'Copy' },
  'app.copied': { hr: 'Kopirano', en: 'Copied' },
  'app.requestId': { hr: 'Oznaka za podršku: {{id}}', en: 'Reference for support: {{id}}' },
  'app.missing.title': { hr: 'Stranica nije pronađena', en: 'Page not found' },
  'app.missing.text': { hr: 'Adresa je možda pogrešno upisana.', en: 'The address may have been mistyped.' },
  'app.missing.action': { hr: 'Idi na početak', en: 'Go to the home page' },
  'app.broken.title': { hr: 'Stranica se nije učitala', en: 'The page did not load' },
  'app.broken.text': {
    hr: 'Usluga je možda upravo nadograđena ili nema veze s internetom. Učitajte stranicu ponovno.',
    en: 'The service may have just been updated, or you may be offline. Reload the page.',
  },

  'error.network': {
    hr: 'Nema veze s uslugom. Provjerite internet i pokušajte ponovno; ono što ste upisali ostaje.',
    en: 'The service cannot be reached. Check your connection and try again; what you typed is kept.',
  },
  'error.other': {
    hr: 'Dogodila se greška kod nas. Pokušajte ponovno.',
    en: 'Something went wrong on our side. Please try again.',
  },
  'error.counted': {
    hr: '{{what}} ({{count}}/{{most}}). Nakon {{tries}} račun se zaključava na {{span}}.',
    en: '{{what}} ({{count}}/{{most}}). After {{tries}} the account is locked for {{span}}.',
  },
  'error.wrong.login': { hr: 'Pogrešna e-adresa ili lozinka', en: 'Wrong e-mail or password' },
  'error.wrong.password': { hr: 'Lozinka nije ispravna', en: 'The password is wrong' },
  'error.wrong.code': { hr: 'Kod nije ispravan', en: 'Wrong code' },
  'error.tries_one': { hr: '{{count}} pogrešnog pokušaja', en: '{{count}} failed attempt' },
  'error.tries_few': { hr: '{{count}} pogrešna pokušaja', en: '{{count}} failed attempts' },
  'error.tries_other': { hr: '{{count}} pogrešnih pokušaja', en: '{{count}} failed attempts' },
  'error.lockSpan_one': { hr: '{{count}} minutu', en: '{{count}} minute' },
  'error.lockSpan_few': { hr: '{{count}} minute', en: '{{count}} minutes' },
  'error.lockSpan_other': { hr: '{{count}} minuta', en: '{{count}} minutes' },
  'error.lockedNow': {
    hr: 'Ni ovaj pokušaj nije bio ispravan ({{count}}/{{most}}), pa je račun zaključan.',
    en: 'That was wrong too ({{count}}/{{most}}), so the account is locked.',
  },
  'field.missing': { hr: 'Ovo je polje obavezno.', en: 'This field is required.' },
  'field.missing.email': { hr: 'Upišite e-adresu.', en: 'Enter the e-mail address.' },
  'field.missing.password': { hr: 'Upišite lozinku.', en: 'Enter the password.' },
  'field.missing.code': { hr: 'Upišite kod.', en: 'Enter the code.' },
  'field.missing.digits': { hr: 'Upišite svih šest znamenki.', en: 'Enter all six digits.' },
  'field.invalid': { hr: 'Ova vrijednost nije ispravna.', en: 'This value is not valid.' },
  'field.too_short': {
    hr: 'Prekratko: najmanji broj znakova je {{limit}}.',
    en: 'Too short: at least {{limit}} characters.',
  },
  'field.too_long': {
    hr: 'Predugo: najveći broj znakova je {{limit}}.',
    en: 'Too long: at most {{limit}} characters.',
  },
  'field.too_small': { hr: 'Najmanja vrijednost: {{limit}}.', en: 'Must be at least {{limit}}.' },
  'field.too_large': { hr: 'Najveća vrijednost: {{limit}}.', en: 'Must be at most {{limit}}.' },
  'field.text_unsafe': {
    hr: 'Tekst sadrži nedopuštene znakove.',
    en: 'The text contains invisible or forbidden characters.',
  },
  'field.oib': {
    hr: 'OIB nije ispravan. Provjerite svih 11 znamenki.',
    en: 'The OIB is not valid. Check all 11 digits.',
  },
  'field.email': {
    hr: 'E-adresa nije ispravna. Upišite je cijelu, na primjer ime@klub.hr.',
    en: 'The e-mail address is not valid. Enter all of it, for example name@club.com.',
  },

  'trouble.offline': {
    hr: 'Nema veze s internetom. Nastavljamo čim se vrati; ono što ste upisali ostaje.',
    en: 'You are offline. We will continue as soon as you are back; what you typed is kept.',
  },
  'trouble.network': { hr: 'Nema veze s uslugom.', en: 'The service cannot be reached.' },
  'trouble.away': { hr: 'Usluga je nakratko nedostupna.', en: 'The service is temporarily unavailable.' },
  'trouble.tooMany': { hr: 'Previše zahtjeva odjednom.', en: 'Too many requests at once.' },
  'trouble.next': { hr: 'Ponovno pokušavamo za {{clock}}.', en: 'Trying again in {{clock}}.' },
  'trouble.trying': { hr: 'Pokušavamo ponovno…', en: 'Trying again…' },
  'trouble.now': { hr: 'Pokušaj sada', en: 'Try now' },

  'storage.title': { hr: 'Što spremamo u preglednik', en: 'What is stored in your browser' },
  'storage.text': {
    hr: 'U preglednik spremamo samo ono bez čega prijava ne radi, i izgled Vašeg kluba. Bez praćenja i bez oglasa.',
    en: 'We store only what signing in requires, and how your club looks. No tracking, no advertising.',
  },
  'storage.ok': { hr: 'U redu', en: 'OK' },
  'policy.link': { hr: 'Pravila privatnosti', en: 'Privacy policy' },

  'typed.back': {
    hr: 'Vratili smo ono što ste upisali prije nego što je prijava prekinuta.',
    en: 'We restored what you had typed before your session ended.',
  },
  'typed.waits': {
    hr: 'Ono što ste upisali čeka Vas nakon prijave.',
    en: 'What you had typed will be there after you sign in.',
  },
  'wait.until': { hr: 'Novi pokušaj moguć je za {{clock}}.', en: 'You can try again in {{clock}}.' },
  'wait.locked': {
    hr: 'Račun je privremeno zaključan zbog pogrešnih lozinki ili kodova.',
    en: 'The account is temporarily locked because of wrong passwords or codes.',
  },
  'wait.addressBlocked': {
    hr: 'Previše neuspjelih prijava s ove adrese.',
    en: 'Too many failed sign-ins from this address.',
  },
  'wait.over': { hr: 'Sada možete pokušati ponovno.', en: 'You can try again now.' },

  'login.title': { hr: 'Prijava', en: 'Sign in' },
  'login.titleFor': { hr: 'Prijava u aplikaciju {{name}}', en: 'Sign in to {{name}}' },
  'login.email': { hr: 'E-adresa', en: 'E-mail' },
  'login.password': { hr: 'Lozinka', en: 'Password' },
  'login.submit': { hr: 'Prijavi se', en: 'Sign in' },
  'login.forgetClub': { hr: 'Ne pokazuj ovaj klub', en: 'Do not show this club' },
  'login.forgot': { hr: 'Zaboravili ste lozinku?', en: 'Forgot your password?' },
  'login.resetInstead': {
    hr: 'Postavite novu lozinku i nastavite odmah',
    en: 'Reset your password and continue right away',
  },
  'login.reason.expired': {
    hr: 'Prijava je istekla. Prijavite se ponovno i nastavit ćete gdje ste stali.',
    en: 'Your session has expired. Sign in again to continue where you left off.',
  },
  'login.reason.unauthorized': {
    hr: 'Za tu je stranicu potrebna prijava. Prijavite se i odmah ćete je vidjeti.',
    en: 'You need to sign in to see that page. Sign in and you will be taken there.',
  },
  'login.reason.ended': {
    hr: 'Odjavljeni ste s drugog uređaja, zbog nove lozinke ili odlukom administratora. Ništa nije izgubljeno: samo se prijavite ponovno. Ako to niste bili Vi, odmah postavite novu lozinku.',
    en: 'You were signed out from another device, because of a new password, or by an administrator. Nothing is lost: just sign in again. If that was not you, set a new password right away.',
  },
  'login.notice.passwordSet': {
    hr: 'Lozinka je postavljena. Sada se prijavite njome.',
    en: 'Your password is set. You can now sign in with it.',
  },
  'login.mailed': { hr: 'Pošalji mi kod e-poštom', en: 'E-mail me a code' },
  'login.code.label': { hr: 'Kod iz aplikacije', en: 'Authenticator code' },
  'login.code.digit': { hr: '{{number}}. znamenka koda', en: 'Digit {{number}} of the code' },
  'login.passkey': { hr: 'Prijava pristupnim ključem', en: 'Sign in with a passkey' },
  'login.passkey.second': { hr: 'Potvrdi pristupnim ključem', en: 'Confirm with a passkey' },
  'login.passkey.cancelled': {
    hr: 'Odustali ste ili je isteklo vrijeme. Pokušajte ponovno ili odaberite drugi način.',
    en: 'You cancelled, or the time ran out. Try again, or choose another way.',
  },
  'login.passkey.failed': {
    hr: 'Uređaj nije potvrdio pristupni ključ. Pokušajte ponovno ili odaberite drugi način.',
    en: 'The device did not confirm the passkey. Try again, or choose another way.',
  },
  'login.google': { hr: 'Nastavi s Googleom', en: 'Continue with Google' },
  'login.google.or': { hr: 'ili', en: 'or' },
  'login.google.under': { hr: 'Prijavljujemo Vas Googleovim računom…', en: 'Signing you in with Google…' },
  'login.google.cancelled': {
    hr: 'Odustali ste od prijave Googleovim računom.',
    en: 'You cancelled signing in with Google.',
  },
  'login.google.failed': {
    hr: 'Prijava Googleovim računom nije uspjela. Pokušajte ponovno ili se prijavite lozinkom.',
    en: 'Signing in with Google failed. Try again, or use your password.',
  },
  'login.with': { hr: 'Prijava putem {{name}}', en: 'Sign in with {{name}}' },
  'login.with.under': { hr: 'Prijavljujemo Vas vanjskim računom…', en: 'Signing you in…' },
  'login.with.cancelled': { hr: 'Odustali ste od prijave vanjskim računom.', en: 'You cancelled signing in.' },
  'login.with.stale': {
    hr: 'Prijava vanjskim računom je istekla. Pokušajte ponovno.',
    en: 'Signing in took too long. Try again.',
  },
  'login.with.refused': {
    hr: 'Vanjski račun nije potvrdio prijavu. Pokušajte ponovno ili se prijavite lozinkom.',
    en: 'The other service did not confirm the sign-in. Try again, or use your password.',
  },
  'login.with.unavailable': {
    hr: 'Vanjska prijava trenutačno nije dostupna. Prijavite se lozinkom ili pokušajte malo kasnije.',
    en: 'The other service is not responding. Sign in with your password, or try again later.',
  },
  'login.with.unknown': {
    hr: 'Te vanjske prijave više nema. Prijavite se lozinkom.',
    en: 'That way to sign in is gone. Sign in with your password.',
  },
  'login.with.blocked': {
    hr: 'Previše je pokušaja s ove adrese. Pričekajte nekoliko minuta.',
    en: 'Too many attempts from this address. Wait a few minutes.',
  },
  'login.otherAccount': { hr: 'Prijavi se drugim računom', en: 'Sign in to another account' },

  'advice.show': { hr: 'Pokaži lozinku', en: 'Show password' },

  'person.erased': { hr: 'Izbrisana osoba', en: 'Erased person' },
  'time.now': { hr: 'upravo sada', en: 'just now' },
  'reauth.title': { hr: 'Potvrdite da ste to Vi', en: 'Confirm it is you' },
  'reauth.text': { hr: 'Za ovu radnju još jednom upišite lozinku.', en: 'Enter your password again to continue.' },
  'reauth.submit': { hr: 'Potvrdi', en: 'Confirm' },
} satisfies Catalogue & Readonly<Record<`field.${FaultCode}`, Wording>>;
