import type { Settings } from '../../platform/config/settings.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { inactivityTasks } from './retire-inactive.ts';
import { usersActRoutes } from './user-acts-routes.ts';
import { userAdminActions } from './user-admin-actions.ts';
import type { UserAdminDeps } from './user-admin-deps.ts';
import { inactivityMails } from './user-admin-mails.ts';
import { usersRoutes } from './user-admin-routes.ts';

type UserAdminRoomDeps = Omit<UserAdminDeps, 'retentionDays' | 'findUsersWithWayIn'> & { readonly settings: Settings };

export const userAdminRoom = defineRoom({
  name: 'user-admin',
  auditActions: userAdminActions,
  mails: inactivityMails,
  open: ({ settings, ...needs }: UserAdminRoomDeps, { findUsersWithWayIn }) => {
    const deps: UserAdminDeps = { ...needs, findUsersWithWayIn, retentionDays: settings.retention.deletedDays };
    return {
      routes: [...usersRoutes(deps), ...usersActRoutes(deps)],
      retentionTasks: inactivityTasks(deps, settings.retention),
    };
  },
});
