import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const identityProviderErrors = declareRefusals({
  'identity_providers.not_found': {
    status: 404,
    hr: 'Takvog vanjskog računa za prijavu nema.',
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
    hr: 'Više od 20 vanjskih računa za prijavu nije moguće.',
    en: 'There can be at most 20 identity providers.',
    when: 'There are 20 identity providers already.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof identityProviderErrors> {}
}
