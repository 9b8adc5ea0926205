import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const identityErrors = declareRefusals({
  'identity.invalid': {
    status: 401,
    hr: 'Prijava vanjskim računom istekla je ili je već iskorištena. Pokušajte ponovno.',
    en: 'Signing in with that account took too long, or was used already. Try again.',
    when: 'The ticket is malformed, older than a minute, already used, or was given to another browser or for something else.',
  },
  'identity.not_linked': {
    status: 401,
    hr: 'Taj vanjski račun nije povezan ni s jednim računom. Prijavite se lozinkom, pa ga povežite na svojem profilu.',
    en: 'That account is not linked to any account here. Sign in with your password, then link it under My account.',
    when: 'The account at the issuer is linked to none here, and may be linked only after signing in.',
  },
  'identity.taken': {
    status: 409,
    hr: 'Taj je vanjski račun već povezan s drugim računom.',
    en: 'That account is already linked to another account here.',
    when: 'The account at the issuer is already linked to another account here.',
  },
  'identity.linked_already': {
    status: 409,
    hr: 'Vaš je račun već povezan s drugim računom istog izdavatelja. Najprije uklonite tu vezu.',
    en: 'Your account is already linked to another account of that provider. Remove that link first.',
    when: 'The account is linked to another one at the same issuer.',
  },
  'identity.no_link': {
    status: 404,
    hr: 'Vaš račun nije povezan s tim vanjskim računom.',
    en: 'Your account is not linked to that account.',
    when: 'The account is not linked to one at that provider.',
  },
  'identity.last_way_in': {
    status: 409,
    hr: 'To je jedini način na koji se možete prijaviti. Najprije postavite lozinku.',
    en: 'That is the only way you can sign in. Set a password first.',
    when: 'Without the link nobody could sign in to the account any more.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof identityErrors> {}
}
