import type { Authenticate } from '../http/caller.ts';
import { defineRoom } from '../room/define-room.ts';
import type { VerifyToken } from '../sessions/token-verifier.ts';
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
