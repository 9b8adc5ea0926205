import type { Authenticate } from '../../platform/http/caller.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { VerifyToken } from '../../sign-in/sessions/token-verifier.ts';
import { servicesRoutes } from './services-routes.ts';

interface ServicesRoomDeps {
  readonly authenticate: Authenticate;
  readonly verifyToken: VerifyToken;
}

/** Routes for services only. */
export const servicesRoom = defineRoom({
  name: 'services',
  open: ({ authenticate, verifyToken }: ServicesRoomDeps) => ({
    routes: servicesRoutes({ authenticate, verifyToken }),
  }),
});
