import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { Categories } from './consent.ts';
import { consentsTable } from './consent.ts';
import { consentsRoutes } from './consents-routes.ts';
import { dropOldGuests } from './consents-store.ts';
import { GUEST_KNOWN_FOR, guestVisits } from './join-guest.ts';
import { privacyPolicyErrors } from './privacy-policies-errors.ts';
import { privacyPoliciesPersonalData } from './privacy-policies-personal-data.ts';
import { privacyPoliciesRoutes } from './privacy-policies-routes.ts';
import { privacyPolicySettings } from './privacy-policies-settings.ts';
import { privacyPoliciesTable } from './privacy-policy.ts';

const policiesActions = {
  'policy.publish': action<{ policy_version: string; number: number }>(),
  'consent.record': action<{
    consent_id: number;
    policy_version: string;
    categories: Categories;
    /** A guest repeated their answer. */
    repeated?: boolean;
    /** The guest's answer was joined to the account they signed in to. */
    joined?: boolean;
  }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof policiesActions> {}
}

type PrivacyPoliciesRoomDeps = Pick<Platform, 'database' | 'clock' | 'settings' | 'publicUrl' | 'recordOrSum'>;

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
  open: ({ settings, ...needs }: PrivacyPoliciesRoomDeps) => {
    const deps = { ...needs, defaultPolicyVersion: settings.privacy.policyVersion };
    return {
      services: { visitOf: guestVisits(deps.publicUrl) },
      routes: [...privacyPoliciesRoutes(deps), ...consentsRoutes(deps)],
    };
  },
});
