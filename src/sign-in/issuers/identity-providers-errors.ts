import { errorTable } from '../../platform/kernel/app-error.ts';

export const identityProviderErrors = errorTable({
  'identity_providers.not_found': {
    status: 404,
    detail: 'Takvog vanjskog računa za prijavu nema.',
    when: 'There is no identity provider with that key.',
  },
  'identity_providers.taken': {
    status: 409,
    detail: 'Ta je oznaka ili adresa izdavatelja već upisana.',
    when: 'Another identity provider has the key or the issuer.',
  },
  'identity_providers.issuer_fixed': {
    status: 409,
    detail: 'Adresa izdavatelja ne može se mijenjati. Dodajte novog i uklonite starog.',
    when: 'The body names another issuer than the provider has: people’s links are keyed by it.',
  },
  'identity_providers.too_many': {
    status: 409,
    detail: 'Više od 20 vanjskih računa za prijavu nije moguće.',
    when: 'There are 20 identity providers already.',
  },
});
