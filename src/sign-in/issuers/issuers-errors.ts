import { errorTable } from '../../platform/kernel/app-error.ts';

export const identityErrors = errorTable({
  'identity.invalid': {
    status: 401,
    detail: 'Prijava vanjskim računom istekla je ili je već iskorištena. Pokušajte ponovno.',
    when: 'The ticket is malformed, older than a minute, already used, or was given to another browser or for something else.',
  },
  'identity.not_linked': {
    status: 401,
    detail:
      'Taj vanjski račun nije povezan ni s jednim računom. Prijavite se lozinkom, pa ga povežite na svojem profilu.',
    when: 'The account at the issuer is linked to none here, and may be linked only after signing in.',
  },
  'identity.taken': {
    status: 409,
    detail: 'Taj je vanjski račun već povezan s drugim računom.',
    when: 'The account at the issuer is already linked to another account here.',
  },
  'identity.linked_already': {
    status: 409,
    detail: 'Vaš je račun već povezan s drugim računom istog izdavatelja. Najprije uklonite tu vezu.',
    when: 'The account is linked to another one at the same issuer.',
  },
  'identity.no_link': {
    status: 404,
    detail: 'Vaš račun nije povezan s tim vanjskim računom.',
    when: 'The account is not linked to one at that provider.',
  },
  'identity.last_way_in': {
    status: 409,
    detail: 'To je jedini način na koji se možete prijaviti. Najprije postavite lozinku.',
    when: 'Without the link nobody could sign in to the account any more.',
  },
});
