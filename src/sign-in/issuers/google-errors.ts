import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const googleErrors = declareRefusals({
  'google.off': {
    status: 404,
    hr: 'Prijava računom Google nije uključena.',
    en: 'Signing in with Google is not switched on.',
    when: 'SVC_GOOGLE_CLIENT_ID is not set.',
  },
  'google.invalid': {
    status: 401,
    hr: 'Google nije potvrdio prijavu, ili je potvrda istekla. Pokušajte ponovno.',
    en: 'Google did not confirm the sign-in, or the confirmation expired. Try again.',
    when: 'The ID token is malformed, not signed by Google, not for this service, expired or already used, or has the wrong nonce.',
  },
  'google.not_linked': {
    status: 401,
    hr: 'Ovaj račun Google nije povezan ni s jednim računom. Prijavite se lozinkom, pa ga povežite na svojem profilu.',
    en: 'This Google account is not linked to any account here. Sign in with your password, then link it under My account.',
    when: 'The Google account is linked to no account here, and may be linked only after signing in.',
  },
  'google.unavailable': {
    status: 503,
    hr: 'Google se trenutačno ne javlja. Pokušajte ponovno za koji trenutak ili se prijavite lozinkom.',
    en: 'Google is not responding. Sign in with your password, or try again later.',
    onPages: 'Google se trenutačno ne javlja. Prijavite se lozinkom ili pokušajte malo kasnije.',
    when: 'The keys that verify ID tokens could not be fetched; `Retry-After` says when the next attempt is made.',
  },
  'google.taken': {
    status: 409,
    hr: 'Taj je račun Google već povezan s drugim računom.',
    en: 'That Google account is already linked to another account.',
    when: 'The Google account is already linked to another account here.',
  },
  'google.linked_already': {
    status: 409,
    hr: 'Vaš je račun već povezan s drugim računom Google. Najprije uklonite tu vezu.',
    en: 'Your account is already linked to another Google account. Remove that link first.',
    when: 'The account is linked to another Google account.',
  },
  'google.no_link': {
    status: 404,
    hr: 'Vaš račun nije povezan s računom Google.',
    en: 'Your account is not linked to a Google account.',
    when: 'The account is not linked to a Google account.',
  },
  'google.last_way_in': {
    status: 409,
    hr: 'To je jedini način na koji se možete prijaviti. Najprije postavite lozinku ili dodajte pristupni ključ.',
    en: 'That is the only way you can sign in. Set a password or add a passkey first.',
    when: 'Without the link nobody could sign in to the account any more.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof googleErrors> {}
}
