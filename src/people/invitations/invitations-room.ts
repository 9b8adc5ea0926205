import type { FewMails } from '../../accounts/action-tokens/few-mails.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { invitationActions } from './invitations-actions.ts';
import { invitationsAdminRoutes } from './invitations-admin-routes.ts';
import { invitationMails } from './invitations-mails.ts';
import { type InvitationLinkDeps, invitationsRoutes } from './invitations-routes.ts';
import type { InvitationDeps } from './invite-user.ts';

export const invitationsRoom = defineRoom({
  name: 'invitations',
  auditActions: invitationActions,
  mails: invitationMails,
  open: (
    deps: Omit<InvitationLinkDeps, 'contributed'> & InvitationDeps & FewMails,
    { contributed, findUsersWithWayIn },
  ) => ({
    routes: () => [
      ...invitationsRoutes({ ...deps, contributed }),
      ...invitationsAdminRoutes({ ...deps, findUsersWithWayIn }),
    ],
  }),
});
