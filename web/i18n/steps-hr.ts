/** Of a sign-in that a password alone does not complete. */
export const texts = {
  'login.mailed.title': 'Pogledajte poštu',
  'login.mailed.text':
    'Ako se adresom {{email}} može prijaviti kodom, stići će za koji trenutak. Kod ima šest znamenki i vrijedi deset minuta, samo u ovom pregledniku.',
  'login.mailed.again.text': 'Ako se adresom {{email}} može prijaviti kodom, stići će novi. Prijašnji više ne vrijedi.',
  'login.mailed.label': 'Kod iz poruke',
  'login.mailed.again': 'Pošalji novi kod',
  'login.mailed.wait': 'Novi kod za {{clock}}',
  'login.mailed.none':
    'Nije stigao? Pogledajte neželjenu poštu. Administratori i računi koji čekaju novu lozinku kod ne dobivaju.',
  'login.mailed.back': 'Ipak se prijavi lozinkom',
  'login.code.title': 'Drugi korak prijave',
  'login.code.text': 'Upišite kod od šest znamenki iz aplikacije za prijavu.',
  'login.code.toRecovery': 'Nemate telefon pri ruci? Upišite rezervni kod',
  'login.code.toApp': 'Ipak upišite kod iz aplikacije',
  'login.recovery.text': 'Svaki rezervni kod vrijedi jednom. Spremili ste ih kad ste uključili drugi korak.',
  'login.recovery.label': 'Rezervni kod',
  'login.passkey.text': 'Potvrdite prijavu pristupnim ključem.',
  'login.passkey.browser':
    'Ovaj preglednik ne podržava pristupne ključeve. Prijavite se u drugom pregledniku ili na drugom uređaju. Ako ne možete, zamolite svojeg administratora da ukloni Vaš ključ.',
};
