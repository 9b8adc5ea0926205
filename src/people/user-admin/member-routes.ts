import { WHEN_POWER_IS_GIVEN } from '../../accounts/users/change-standing.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { IdParams } from '../../platform/http/wire.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { givesPower } from '../../platform/kernel/role.ts';
import { addMembership, editMembership, endMembershipOf, listReachedMemberships } from './manage-membership.ts';
import {
  EditMembershipBody,
  MemberParams,
  MembershipAnswer,
  MembershipsAnswer,
  NewMembershipBody,
  showMembership,
} from './member-wire.ts';
import { readMoreOfUser } from './read-users.ts';
import type { UserAdminDeps } from './show-managed-user.ts';
import { REPLACING_PASSWORD } from './user-access-acts.ts';

const tag = 'Administration';
const access = permitted('people.manage');
const limit = perCaller({ most: 240, within: minutes(1) });
const path = '/api/admin/users/:id/memberships';
const refusals = ['users.not_found', 'users.merged', 'users.self', 'users.tier'] as const;
const onOne = [...refusals, 'memberships.not_found', 'users.state', 'users.last_superadmin'] as const;

/** What a person is in the tenants within the caller's reach. */
export const memberRoutes = (deps: UserAdminDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    summary:
      "A person's memberships within reach; recorded unless the caller opened the person within the last ten minutes",
    tag,
    access,
    limit,
    audit: ['user.read'],
    request: { params: IdParams },
    responses: {
      success: ok(MembershipsAnswer, 'Ended ones too, the oldest first'),
      refusals: ['users.not_found', 'users.merged'],
    },
    handle: async ({ params, call }, caller) => {
      await readMoreOfUser(deps, call, params.id);
      return { items: (await listReachedMemberships(deps.database.read, caller, params.id)).map(showMembership) };
    },
  }),
  defineRoute({
    method: 'POST',
    path,
    summary: 'Makes a person a member of one more tenant',
    tag,
    access,
    limit,
    audit: ['membership.create', 'user.invite', ...REPLACING_PASSWORD],
    requiresReauth: { when: 'to give a role of tiers 0 to 2', applies: ({ body }) => givesPower(body.role) },
    request: { params: IdParams, body: NewMembershipBody },
    responses: {
      success: { status: 201, description: 'Added', schema: MembershipAnswer },
      refusals: [...refusals, 'users.shared', 'tenants.not_found', 'memberships.exists', 'memberships.number_taken'],
    },
    handle: async ({ params, body, call }) => showMembership(await addMembership(deps, call, params.id, body)),
  }),
  defineRoute({
    method: 'PATCH',
    path: `${path}/:mid`,
    summary: 'Changes the members sent of a membership; another role or a suspension ends the sign-ins that act in it',
    tag,
    access,
    limit,
    audit: ['membership.update', 'membership.suspend', 'user.role.change', 'user.invite', ...REPLACING_PASSWORD],
    requiresReauth: { when: WHEN_POWER_IS_GIVEN, applies: 'by-handler' },
    request: { params: MemberParams, body: EditMembershipBody },
    responses: {
      success: ok(MembershipAnswer, 'The membership as it now stands'),
      refusals: [...onOne, 'users.shared', 'tenants.not_found', 'memberships.number_taken'],
    },
    handle: async ({ params, body, call }) => showMembership(await editMembership(deps, call, params, body)),
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/:mid`,
    summary: 'Ends a membership for good, and the sign-ins that act in it',
    tag,
    access,
    limit,
    audit: ['membership.end'],
    request: { params: MemberParams },
    responses: { success: { status: 204, description: 'Ended' }, refusals: onOne },
    handle: ({ params, call }) => endMembershipOf(deps, call, params),
  }),
];
