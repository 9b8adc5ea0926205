import type { PasswordTokenParts } from '../passwords/redeem-password-token.ts';
import { defineRoom } from '../room/define-room.ts';
import { invitationsAdminRoutes } from './invitations-admin-routes.ts';
import { invitationsRoutes } from './invitations-routes.ts';
import type { InvitationParts } from './invite-user.ts';

export const invitationsRoom = defineRoom({
  name: 'invitations',
  open: (deps: PasswordTokenParts & InvitationParts) => ({
    routes: [...invitationsRoutes(deps), ...invitationsAdminRoutes(deps)],
  }),
});
