import { defineRoom } from '../room/define-room.ts';
import type { Ground } from '../room/ground.ts';
import { consentsPersonalData } from './consents-personal-data.ts';
import { consentsRoutes } from './consents-routes.ts';
import { GUEST_KNOWN_FOR } from './guest-cookie.ts';
import { guestVisits } from './join-guest.ts';
import { dropOldGuests } from './list-consents.ts';

type ConsentsRoomDeps = Pick<Ground, 'database' | 'clock' | 'settings' | 'publicUrl'>;

export const consentsRoom = defineRoom({
  name: 'consents',
  personalData: () => consentsPersonalData,
  retention: [
    {
      name: 'consents',
      keptFor: GUEST_KNOWN_FOR,
      what: 'consents of guests who never signed in',
      forget: dropOldGuests,
    },
  ],
  open: ({ database, clock, settings, publicUrl }: ConsentsRoomDeps) => ({
    offers: { visitOf: guestVisits(publicUrl) },
    routes: consentsRoutes({ database, clock, publicUrl, policyVersion: settings.privacy.policyVersion }),
  }),
});
