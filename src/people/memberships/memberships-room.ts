import { minutes } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { endDueMemberships } from './end-due-memberships.ts';
import { membershipActions } from './memberships-actions.ts';
import { membershipErrors } from './memberships-errors.ts';
import { ownMembershipsRoutes } from './own-memberships-routes.ts';

/** What a person is in a tenant, from its beginning to its end. */
export const membershipsRoom = defineRoom({
  name: 'memberships',
  refusals: membershipErrors,
  auditActions: membershipActions,
  open: (deps: Pick<Platform, 'database' | 'clock'>) => ({
    routes: ownMembershipsRoutes(deps),
    services: { endDueMemberships: () => endDueMemberships(deps) },
    jobs: [{ name: 'membership ends', every: minutes(1), run: () => endDueMemberships(deps) }],
  }),
});
