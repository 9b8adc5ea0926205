import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import { listMembershipsOf } from '../../accounts/users/memberships-store.ts';
import type { Call } from '../../platform/http/call.ts';
import { defineRoute, type Route } from '../../platform/http/define-route.ts';
import { signedIn } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { IdParams } from '../../platform/http/wire.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { closeMembership } from './member-acts.ts';

export const ownMembershipsRoutes = (deps: Pick<Platform, 'database'>): Route[] => [
  defineRoute({
    method: 'DELETE',
    path: '/api/users/me/memberships/:id',
    summary: 'Leaves a tenant, but not the last one',
    tag: 'Own account',
    access: signedIn(),
    limit: perCaller({ most: 60, within: minutes(1) }),
    audit: ['membership.end'],
    request: { params: IdParams },
    responses: {
      success: { status: 204, description: 'Left; sign-ins that acted there have ended' },
      refusals: ['memberships.not_found', 'memberships.last', 'users.last_superadmin'],
    },
    handle: ({ params, call }) => leave(deps, call, params.id),
  }),
];

/** @throws AppError 404 `memberships.not_found`; 409 `memberships.last`, `users.last_superadmin` */
function leave({ database }: Pick<Platform, 'database'>, call: Call, id: number): Promise<void> {
  return database.transaction(async (tx) => {
    const { userId } = call.caller;
    if ((await holdUserRow(tx, userId)) === undefined) throw new AppError('auth.revoked'); // deleted after the gate's check
    const own = await listMembershipsOf(tx, userId);
    const membership = own.find((one) => one.id === id && one.state !== 'ended');
    if (membership === undefined) throw new AppError('memberships.not_found');
    // Two that leave at once wait for the row, so that one stays.
    if (!own.some((one) => one.id !== id && one.state === 'active')) throw new AppError('memberships.last');
    await closeMembership({ tx, call, membership }, 'leaving');
  });
}
