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
    hr: 'Taj vanjski račun nije povezan ni s jednim računom. Prijavite se lozinkom pa ga povežite na stranici „Moj račun”.',
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

export const googleErrors = declareRefusals({
  'google.off': {
    status: 404,
    hr: 'Prijava Googleovim računom nije uključena.',
    en: 'Signing in with Google is not switched on.',
    when: 'SVC_GOOGLE_CLIENT_ID is not set.',
  },
  'google.invalid': {
    status: 401,
    hr: 'Google nije potvrdio prijavu ili je potvrda istekla. Pokušajte ponovno.',
    en: 'Google did not confirm the sign-in, or the confirmation expired. Try again.',
    when: 'The ID token is malformed, not signed by Google, not for this service, expired or already used, or has the wrong nonce.',
  },
  'google.not_linked': {
    status: 401,
    hr: 'Ovaj Googleov račun nije povezan ni s jednim računom. Prijavite se lozinkom pa ga povežite na stranici „Moj račun”.',
    en: 'This Google account is not linked to any account here. Sign in with your password, then link it under My account.',
    when: 'The Google account is linked to no account here, and may be linked only after signing in.',
  },
  'google.unavailable': {
    status: 503,
    hr: 'Google trenutačno ne odgovara. Pokušajte ponovno za koji trenutak ili se prijavite lozinkom.',
    en: 'Google is not responding. Sign in with your password, or try again later.',
    onPages: 'Google trenutačno ne odgovara. Prijavite se lozinkom ili pokušajte malo kasnije.',
    when: 'The keys that verify ID tokens could not be fetched; `Retry-After` says when the next attempt is made.',
  },
  'google.taken': {
    status: 409,
    hr: 'Taj je Googleov račun već povezan s drugim računom.',
    en: 'That Google account is already linked to another account.',
    when: 'The Google account is already linked to another account here.',
  },
  'google.linked_already': {
    status: 409,
    hr: 'Vaš je račun već povezan s drugim Googleovim računom. Najprije uklonite tu vezu.',
    en: 'Your account is already linked to another Google account. Remove that link first.',
    when: 'The account is linked to another Google account.',
  },
  'google.no_link': {
    status: 404,
    hr: 'Vaš račun nije povezan s Googleovim računom.',
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

export const identityProviderErrors = declareRefusals({
  'identity_providers.not_found': {
    status: 404,
    hr: 'Takve vanjske prijave nema.',
    en: 'There is no such identity provider.',
    when: 'There is no identity provider with that key.',
  },
  'identity_providers.taken': {
    status: 409,
    hr: 'Ta je oznaka ili adresa izdavatelja već upisana.',
    en: 'That key or issuer is already in use.',
    when: 'Another identity provider has the key or the issuer.',
  },
  'identity_providers.issuer_fixed': {
    status: 409,
    hr: 'Adresa izdavatelja ne može se mijenjati. Dodajte novog i uklonite starog.',
    en: 'The issuer cannot be changed. Add a new provider and remove the old one.',
    when: 'The body names another issuer than the provider has: people’s links are keyed by it.',
  },
  'identity_providers.too_many': {
    status: 409,
    hr: 'Vanjskih prijava može biti najviše 20.',
    en: 'There can be at most 20 identity providers.',
    when: 'There are 20 identity providers already.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals
    extends CodesOf<typeof identityErrors>,
      CodesOf<typeof googleErrors>,
      CodesOf<typeof identityProviderErrors> {}
}
