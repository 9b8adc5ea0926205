import { enrolTierOf } from '../../platform/config/settings.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { ShowUser } from '../users/user-wire.ts';
import { ownUserPresenter } from './own-user-wire.ts';
import { permissionErrors } from './permissions-errors.ts';
import { secondFactors } from './second-factors.ts';

interface PermissionsRoomDeps extends Pick<Platform, 'settings' | 'clock' | 'database'> {
  readonly showUser: ShowUser;
}

export const permissionsRoom = defineRoom({
  name: 'permissions',
  refusals: permissionErrors,
  open: ({ settings, showUser, clock, database }: PermissionsRoomDeps) => {
    const factors = secondFactors(enrolTierOf(settings));
    return { services: { factors, showOwnUser: ownUserPresenter(database, showUser, factors, clock) } };
  },
});
