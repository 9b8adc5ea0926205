import type { Reach } from '../../accounts/users/membership.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { Role } from '../../platform/kernel/role.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { endDueMemberships } from './end-due-memberships.ts';
import { membershipErrors } from './memberships-errors.ts';
import { ownMembershipsRoutes } from './own-memberships-routes.ts';

interface Ended {
  readonly membership_id: number;
  readonly sessions_ended: number;
  /** Because its last day was over, the person left or went over to another club; else an administrator ended it. */
  readonly by?: 'until' | 'leaving' | 'transfer';
}

const membershipActions = {
  'membership.create': action<{ membership_id: number; role: Role; reach: Reach }>(),
  'membership.update': action<{
    membership_id: number;
    changed: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
  }>(),
  'membership.suspend': action<{ membership_id: number; reason?: string; sessions_ended: number }>({ isWorded: true }),
  'membership.end': action<Ended>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof membershipActions> {}
}

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
