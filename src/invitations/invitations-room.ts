import type { PasswordTokenDeps } from '../passwords/redeem-password-token.ts';
import { defineRoom } from '../room/define-room.ts';
import { invitationsAdminRoutes } from './invitations-admin-routes.ts';
import { invitationsRoutes } from './invitations-routes.ts';
import type { InvitationDeps } from './invite-user.ts';

export const invitationsRoom = defineRoom({
  name: 'invitations',
  open: (deps: PasswordTokenDeps & InvitationDeps, { findUsersWithWayIn }) => ({
    routes: [...invitationsRoutes(deps), ...invitationsAdminRoutes({ ...deps, findUsersWithWayIn })],
  }),
});
