import { errorTable } from '../../platform/kernel/app-error.ts';

export const googleErrors = errorTable({
  'google.off': {
    status: 404,
    detail: 'Prijava računom Google nije uključena.',
    when: 'SVC_GOOGLE_CLIENT_ID is not set.',
  },
  'google.invalid': {
    status: 401,
    detail: 'Google nije potvrdio prijavu, ili je potvrda istekla. Pokušajte ponovno.',
    when: 'The ID token is malformed, not signed by Google, not for this service, expired or already used, or has the wrong nonce.',
  },
  'google.not_linked': {
    status: 401,
    detail:
      'Ovaj račun Google nije povezan ni s jednim računom. Prijavite se lozinkom, pa ga povežite na svojem profilu.',
    when: 'The Google account is linked to no account here, and may be linked only after signing in.',
  },
  'google.unavailable': {
    status: 503,
    detail: 'Google se trenutačno ne javlja. Pokušajte ponovno za koji trenutak ili se prijavite lozinkom.',
    when: 'The keys that verify ID tokens could not be fetched; `Retry-After` says when the next attempt is made.',
  },
  'google.taken': {
    status: 409,
    detail: 'Taj je račun Google već povezan s drugim računom.',
    when: 'The Google account is already linked to another account here.',
  },
  'google.linked_already': {
    status: 409,
    detail: 'Vaš je račun već povezan s drugim računom Google. Najprije uklonite tu vezu.',
    when: 'The account is linked to another Google account.',
  },
  'google.no_link': {
    status: 404,
    detail: 'Vaš račun nije povezan s računom Google.',
    when: 'The account is not linked to a Google account.',
  },
  'google.last_way_in': {
    status: 409,
    detail: 'To je jedini način na koji se možete prijaviti. Najprije postavite lozinku ili dodajte pristupni ključ.',
    when: 'Without the link nobody could sign in to the account any more.',
  },
});
