import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { consentsRoutes } from './consents-routes.ts';
import { GUEST_KNOWN_FOR } from './guest-cookie.ts';
import { guestVisits } from './join-guest.ts';
import { dropOldGuests } from './list-consents.ts';
import { policiesActions } from './policies-actions.ts';
import { policiesPersonalData } from './policies-personal-data.ts';
import { privacyPolicySettings } from './policies-settings.ts';
import { privacyPoliciesRoutes } from './privacy-policies-routes.ts';

type PoliciesRoomDeps = Pick<Platform, 'database' | 'clock' | 'settings' | 'publicUrl' | 'recordOrSum'>;

export const policiesRoom = defineRoom({
  name: 'policies',
  settings: privacyPolicySettings,
  auditActions: policiesActions,
  personalData: () => policiesPersonalData,
  retention: [
    {
      name: 'consents',
      keptFor: GUEST_KNOWN_FOR,
      what: 'consents of guests who never signed in',
      forget: dropOldGuests,
    },
  ],
  open: ({ settings, ...needs }: PoliciesRoomDeps) => {
    const deps = { ...needs, defaultPolicyVersion: settings.privacy.policyVersion };
    return {
      services: { visitOf: guestVisits(deps.publicUrl) },
      routes: [...privacyPoliciesRoutes(deps), ...consentsRoutes(deps)],
    };
  },
});
