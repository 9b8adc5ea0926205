import type { Catalogue } from '../../../src/platform/words/catalogue.ts';
/** The pages behind links in mails. */
export const texts = {
  'link.reset.title': { hr: 'Nova lozinka', en: 'New password' },
  'link.reset.text': { hr: 'Za račun {{email}}.', en: 'For the account {{email}}.' },
  'link.reset.submit': { hr: 'Postavi lozinku', en: 'Set password' },
  'link.setup.title': { hr: 'Dobro došli', en: 'Welcome' },
  'link.setup.hello': { hr: 'Dobro došli, {{name}}', en: 'Welcome, {{name}}' },
  'link.setup.by': {
    hr: '{{name}} poziva Vas da otvorite račun u organizaciji {{tenant}}.',
    en: '{{name}} invites you to open an account at {{tenant}}.',
  },
  'link.setup.invited': {
    hr: 'Pozvani ste da otvorite račun u organizaciji {{tenant}}.',
    en: 'You are invited to open an account at {{tenant}}.',
  },
  'link.setup.text': {
    hr: 'Prijavljivat ćete se adresom {{email}} i lozinkom koju sada odaberete.',
    en: 'You will sign in with the address {{email}} and the password you choose now.',
  },
  'link.setup.submit': { hr: 'Prihvati pozivnicu', en: 'Accept invitation' },
  'link.setup.passkey': { hr: 'Nastavi bez lozinke', en: 'Continue without a password' },
  'link.setup.passkey.text': {
    hr: 'Pristupnim ključem: otiskom prsta, licem ili PIN-om ovog uređaja.',
    en: 'With a passkey: a fingerprint, your face or the PIN of this device.',
  },
  'link.setup.account': { hr: 'Već imam račun: prijava i prihvaćanje', en: 'I have an account: sign in and accept' },
  'link.checking': { hr: 'Provjeravamo poveznicu…', en: 'Checking the link…' },
  'link.dead.title': { hr: 'Poveznica više ne vrijedi', en: 'The link is no longer valid' },
  'link.dead.reset': {
    hr: 'Istekla je, već je iskorištena ili ju je zamijenila novija. Zatražite novu.',
    en: 'It has expired, has been used, or was replaced by a newer one. Request a new one.',
  },
  'link.dead.setup': {
    hr: 'Istekla je, već je iskorištena ili ju je zamijenila novija. Ako je istekla, zatražite novu.',
    en: 'It has expired, has been used, or was replaced by a newer one. If it has expired, ask for a new one.',
  },
  'link.dead.invite': { hr: 'Zatraži novu pozivnicu', en: 'Ask for a new invitation' },
  'link.dead.asked': {
    hr: 'Ako je pozivnica istekla, javili smo to onome tko Vas je pozvao. Nova će stići na istu e-adresu.',
    en: 'If the invitation has expired, whoever invited you has been told. A new one will come to the same e-mail address.',
  },
  'link.dead.ask': { hr: 'Zatraži novu poveznicu', en: 'Request a new link' },
  'link.dead.login': { hr: 'Idi na prijavu', en: 'Go to sign-in' },
  'newDevice.title': { hr: 'Je li ovo Vaša prijava?', en: 'Was this you?' },
  'newDevice.text': {
    hr: 'Netko se prijavio u Vaš račun iz preglednika iz kojeg dosad nije bilo prijava.',
    en: 'Somebody signed in to your account from a browser that had never been used for it.',
  },
  'newDevice.account': { hr: 'Račun', en: 'Account' },
  'newDevice.when': { hr: 'Kada', en: 'When' },
  'newDevice.browser': { hr: 'Preglednik', en: 'Browser' },
  'newDevice.network': { hr: 'Mrežna adresa', en: 'Network address' },
  'newDevice.unknown': { hr: 'nepoznat', en: 'unknown' },
  'newDevice.disown': { hr: 'Nije, prekini je', en: 'No, end that sign-in' },
  'newDevice.wasMe': {
    hr: 'Ako je Vaša, samo zatvorite ovu stranicu. Ako nije, nakon prekida odmah birate novu lozinku.',
    en: 'If it was you, just close this page. If not, end the sign-in; you will choose a new password right away.',
  },
  'newDevice.ended': {
    hr: 'Prijava je prekinuta i uklonjeno je sve što je njome dodano. Vaš račun trenutačno nije aktivan ili mu je e-adresa u međuvremenu promijenjena; javite se svojem administratoru.',
    en: 'The sign-in has ended, and what it had added is gone. Your account is not active, or its e-mail address has changed since; contact your administrator.',
  },
  'newDevice.dead': {
    hr: 'Poveznica je istekla ili je već iskorištena. Nova lozinka prekida sve prijave u Vaš račun, pa i onu koju ne prepoznajete.',
    en: 'The link has expired or has been used. A new password ends every sign-in to your account, including the one you do not recognise.',
  },
  'newDevice.ask': { hr: 'Zatraži novu lozinku', en: 'Request a new password' },
  'takeBack.title': { hr: 'Jeste li to bili Vi?', en: 'Was this you?' },
  'takeBack.address.title': { hr: 'Vratiti e-adresu?', en: 'Restore the e-mail address?' },
  'takeBack.text': {
    hr: 'Vašem je računu dodan nov način prijave.',
    en: 'A new way to sign in was added to your account.',
  },
  'takeBack.address.text': {
    hr: 'E-adresa Vašeg računa je promijenjena. Možete vratiti prijašnju.',
    en: 'The e-mail address of your account was changed. You can restore the earlier one.',
  },
  'takeBack.address': { hr: 'Adresa koja se vraća', en: 'Restored address' },
  'takeBack.use': { hr: 'Nisam, poništi to', en: 'No, take it back' },
  'takeBack.address.use': { hr: 'Vrati moju adresu', en: 'Restore my address' },
  'takeBack.wasMe': {
    hr: 'Ako ste to bili Vi, samo zatvorite ovu stranicu. Ako niste, prekinut ćemo prijavu iz koje je to učinjeno i ukloniti sve što je njome dodano, a Vi ćete odmah odabrati novu lozinku.',
    en: 'If it was you, just close this page. If not, we end the sign-in that did it and remove everything it added; you will choose a new password right away.',
  },
  'takeBack.address.wasMe': {
    hr: 'Ako ste je promijenili Vi, samo zatvorite ovu stranicu. Ako niste, prekinut ćemo sve prijave i ukloniti sve što je otad dodano, a Vi ćete odmah odabrati novu lozinku.',
    en: 'If you changed it yourself, just close this page. If not, we end all sign-ins and remove everything added since; you will choose a new password right away.',
  },
  'takeBack.done': {
    hr: 'Promjena je poništena. Novu lozinku ovdje ne možete postaviti: prijavite se ili se javite svojem administratoru.',
    en: 'The change was taken back. You cannot set a new password here: sign in, or contact your administrator.',
  },
  'link.none.title': { hr: 'Otvorite poveznicu iz poruke', en: 'Open the link in your e-mail' },
  'link.none.text': {
    hr: 'Ova stranica radi samo kad je otvorite poveznicom iz naše poruke. Otvorite je još jednom.',
    en: 'This page works only when you open it with the link in our e-mail. Please open the link again.',
  },
  'forgot.title': { hr: 'Zaboravljena lozinka', en: 'Forgot your password?' },
  'forgot.text': {
    hr: 'Upišite e-adresu računa. Poslat ćemo poveznicu za novu lozinku; vrijedi dva sata.',
    en: 'Enter the e-mail address of your account. We will send you a link to set a new password; it is valid for two hours.',
  },
  'forgot.submit': { hr: 'Pošalji poveznicu', en: 'Send the link' },
  'forgot.sent.title': { hr: 'Pogledajte poštu', en: 'Check your e-mail' },
  'forgot.sent.text': {
    hr: 'Ako račun s adresom {{email}} postoji, na nju stiže poveznica za novu lozinku. Pogledajte i neželjenu poštu.',
    en: 'If {{email}} has an account, a link to set a new password is on its way. Check your spam folder too.',
  },
  'forgot.again': { hr: 'Pošalji na drugu adresu', en: 'Send to another address' },
  'forgot.back': { hr: 'Natrag na prijavu', en: 'Back to sign-in' },
} satisfies Catalogue;
