import { Type } from 'typebox';
import { reachedTenant } from '../../accounts/permissions/managing-users.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { idOf } from '../../platform/http/wire.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { FirstStepsAnswer, findFirstSteps, putStepsAside } from './first-steps.ts';

const path = '/api/admin/tenants/:id/first-steps';
const tag = 'Tenants';
const access = permitted('branding.manage'); // whoever looks after the tenant itself
const limit = perCaller({ most: 60, within: minutes(1) });
const params = Type.Object({ id: idOf() });
const notFound = 'tenants.not_found';

export const firstStepsRoutes = ({ database }: Pick<Platform, 'database'>): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    summary: 'What a new federation or club still has to do, by what is true of it',
    tag,
    access,
    limit,
    audit: [],
    request: { params },
    responses: { success: ok(FirstStepsAnswer, 'The steps'), refusals: [notFound] },
    handle: ({ params: { id } }, caller) => findFirstSteps(database.read, reachedTenant(caller, id)),
  }),
  defineRoute({
    method: 'PUT',
    path,
    summary: 'Puts the list of first steps aside for everybody who administers the tenant, or brings it back',
    tag,
    access,
    limit,
    audit: ['tenant.steps'],
    request: { params, body: Type.Object({ put_aside: Type.Boolean() }) },
    responses: { success: ok(FirstStepsAnswer, 'The steps'), refusals: [notFound] },
    handle: ({ params: { id }, body, call }, caller) =>
      putStepsAside(database, call, reachedTenant(caller, id), body.put_aside),
  }),
];
