import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { type Categories, consentsTable } from './consent.ts';
import { consentsRoutes } from './consents-routes.ts';
import { dropConsents, dropOldGuests, listConsents } from './consents-store.ts';
import { showConsent } from './consents-wire.ts';
import { GUEST_KNOWN_FOR, guestVisits } from './join-guest.ts';
import { privacyPoliciesRoutes } from './privacy-policies-routes.ts';
import { privacyPolicySettings } from './privacy-policies-settings.ts';
import { privacyPoliciesTable } from './privacy-policy.ts';

const privacyPolicyErrors = declareRefusals({
  'privacy_policies.not_found': {
    status: 404,
    hr: 'Takve verzije pravila privatnosti nema.',
    en: 'There is no such version of the privacy policy.',
    when: 'No policy of that version was ever published.',
  },
  'privacy_policies.outdated': {
    status: 409,
    hr: 'U međuvremenu je objavljena novija verzija. Učitajte je pa ponovite izmjene.',
    en: 'A newer version has been published meanwhile. Copy your text, reload the page and repeat the changes.',
    onPages: 'U međuvremenu je objavljena novija verzija. Kopirajte svoj tekst, učitajte stranicu i ponovite izmjene.',
    when: 'The version that the new one replaces is not the newest of the tenant.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof privacyPolicyErrors> {}
}

const ALL = 1_000_000;

/** Guests are stored by the digest of a random cookie, which identifies nobody until they sign in. */
const privacyPoliciesPersonalData: PersonalDataContributor = {
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

const policiesActions = {
  'policy.publish': action<{ policy_version: string; number: number }>({
    group: 'privacy',
    act: { hr: 'objavljena pravila privatnosti', en: 'privacy policy published' },
    deed: { en: 'published a privacy policy' },
  }),
  'consent.record': action<{
    consent_id: number;
    policy_version: string;
    categories: Categories;
    /** A guest repeated their answer. */
    repeated?: boolean;
    /** The guest's answer was joined to the account they signed in to. */
    joined?: boolean;
  }>({
    group: 'privacy',
    act: { hr: 'zabilježena privola', en: 'consent recorded' },
    deed: { en: 'answered a consent question' },
    happens: {
      hr: 'Posjetitelj je odgovorio na pitanje o privoli{{at}}.',
      en: 'A visitor answered a consent question{{at}}.',
    },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof policiesActions> {}
}

export const privacyPoliciesRoom = defineRoom({
  name: 'privacy-policies',
  refusals: privacyPolicyErrors,
  tables: [privacyPoliciesTable, consentsTable],
  settings: privacyPolicySettings,
  auditActions: policiesActions,
  personalData: () => privacyPoliciesPersonalData,
  retention: [
    {
      name: 'consents',
      keptFor: GUEST_KNOWN_FOR,
      what: 'consents of guests who never signed in',
      forget: dropOldGuests,
    },
  ],
  open: ({ settings, ...needs }: Platform) => {
    const deps = { ...needs, defaultPolicyVersion: settings.privacy.policyVersion };
    return {
      services: { visitOf: guestVisits(deps.publicUrl) },
      routes: [...privacyPoliciesRoutes(deps), ...consentsRoutes(deps)],
    };
  },
});
