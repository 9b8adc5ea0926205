import { defineRoom } from '../../platform/room/define-room.ts';
import type { Ground } from '../../platform/room/ground.ts';
import { consentActions } from './consents-actions.ts';
import { consentsPersonalData } from './consents-personal-data.ts';
import { consentsRoutes } from './consents-routes.ts';
import { GUEST_KNOWN_FOR } from './guest-cookie.ts';
import { guestVisits } from './join-guest.ts';
import { dropOldGuests } from './list-consents.ts';

type ConsentsRoomDeps = Pick<Ground, 'database' | 'clock' | 'settings' | 'publicUrl' | 'recordOrSum'>;

export const consentsRoom = defineRoom({
  name: 'consents',
  auditActions: consentActions,
  personalData: () => consentsPersonalData,
  retention: [
    {
      name: 'consents',
      keptFor: GUEST_KNOWN_FOR,
      what: 'consents of guests who never signed in',
      forget: dropOldGuests,
    },
  ],
  open: ({ settings, ...deps }: ConsentsRoomDeps) => ({
    offers: { visitOf: guestVisits(deps.publicUrl) },
    routes: consentsRoutes({ ...deps, defaultPolicyVersion: settings.privacy.policyVersion }),
  }),
});
