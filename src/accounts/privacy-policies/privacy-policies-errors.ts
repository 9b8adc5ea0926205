import { errorTable } from '../../platform/kernel/app-error.ts';

export const privacyPolicyErrors = errorTable({
  'privacy_policies.not_found': {
    status: 404,
    detail: 'Takve verzije pravila privatnosti nema.',
    when: 'No policy of that version was ever published.',
  },
  'privacy_policies.outdated': {
    status: 409,
    detail: 'U međuvremenu je objavljena novija verzija. Učitajte je pa ponovite izmjene.',
    when: 'The version that the new one replaces is not the newest of the tenant.',
  },
});
