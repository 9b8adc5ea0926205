import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { consentsTable } from './consent.ts';
import { dropConsents, listConsents } from './consents-store.ts';
import { showConsent } from './consents-wire.ts';

const ALL = 1_000_000;

/** Guests are stored by the digest of a random cookie, which identifies nobody until they sign in. */
export const privacyPoliciesPersonalData: PersonalDataContributor = {
  room: 'consents',
  tables: [consentsTable],
  exportOf: async (db, userId) => {
    const wanted = { userId, tenantId: undefined, before: undefined, limit: ALL };
    return { consents: (await listConsents(db, wanted)).map(showConsent) };
  },
  erase: dropConsents,
  description: {
    holds: 'answers to the privacy policy: version, categories, time; those given before signing in too',
    erased: 'removed',
  },
};
