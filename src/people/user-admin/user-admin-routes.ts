import { Type } from 'typebox';
import { invitationOf, peopleList } from '../../accounts/people-search/list-people.ts';
import { peopleKey } from '../../accounts/people-search/people-sort.ts';
import { actOnMember, actOnUser } from '../../accounts/permissions/act-on-user.ts';
import { reauthForLink } from '../../accounts/permissions/reauth-for-link.ts';
import { WHEN_POWER_IS_GIVEN } from '../../accounts/users/change-standing.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, listAnswer, pageAnswer, pageQuery } from '../../platform/http/list-wire.ts';
import { andServices, permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { IdParams } from '../../platform/http/wire.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { givesPower } from '../../platform/kernel/role.ts';
import { findLock } from '../../sign-in/lockout/address-lock.ts';
import { listPasskeys } from '../../sign-in/passkeys/passkeys-of-person.ts';
import { listSignIns, SIGN_IN_LIST, signInKey } from '../../sign-in/sessions/list-sign-ins.ts';
import { InvitationAnswer } from '../invitations/invitations-wire.ts';
import { inviteUser } from '../invitations/invite-user.ts';
import { createPerson, recordTakenAddress } from './create-person.ts';
import { deleteUser, restoreUser } from './delete-user.ts';
import { exportUsersRoute } from './export-users.ts';
import { membershipsInReach, showListed } from './listed-memberships.ts';
import { listUsers, readOfAccount, readUser } from './read-users.ts';
import type { UserAdminDeps } from './show-managed-user.ts';
import { showManagedUser } from './show-managed-user.ts';
import { endUserSessions, resetUserPassword } from './user-access-acts.ts';
import * as wire from './user-admin-wire.ts';

const tag = 'Administration';
const limit = perCaller({ most: 240, within: minutes(1) });
const administrators = permitted('people.manage');
const readers = permitted('people.read');
const orReadingServices = andServices('users:read', readers);
const orWritingServices = andServices('users:write', administrators);
const path = '/api/admin/users';
const refusals = [
  'users.not_found',
  'users.merged',
  'users.self',
  'users.tier',
  'users.shared',
  'users.state',
] as const;
const tooManyLinks = 'token.too_many';

export const usersRoutes = (deps: UserAdminDeps): Route[] => [
  ...readingRoutes(deps),
  ...creatingRoutes(deps),
  ...endingRoutes(deps),
];

const readingRoutes = (deps: UserAdminDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    isSearch: true,
    summary: 'People in the caller’s scope, searched by beginnings of words',
    tag,
    access: orReadingServices,
    limit,
    audit: [],
    request: { query: wire.ListUsersQuery },
    responses: {
      success: ok(listAnswer(wire.ListedUserAnswer, 'UserList'), 'One page'),
      refusals: ['tenants.not_found'],
    },
    handle: async ({ query }, caller) => {
      const sort = query.sort ?? 'name';
      const page = await listUsers(deps, caller, query);
      const show = showManagedUser(deps, caller);
      const memberships = await membershipsInReach(deps.database.read, caller, page.rows);
      return pageAnswer(peopleList(sort), page, peopleKey(sort), (account) => ({
        ...show(account),
        invitation: account.invitation,
        ...showListed(memberships, account.id),
      }));
    },
  }),
  exportUsersRoute(deps),
  defineRoute({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One person; reading it is recorded',
    tag,
    access: orReadingServices,
    limit,
    audit: ['user.read'],
    request: { params: IdParams },
    responses: { success: ok(wire.ManagedUserAnswer, 'The person'), refusals: ['users.not_found', 'users.merged'] },
    handle: async ({ params, call }, caller) => {
      const account = await readUser(deps, call, params.id);
      const locked_until = await findLock(deps.database.read, deps.keys, account, nowOf(deps.clock));
      const invitation = await invitationOf(deps.database.read, account.id, nowOf(deps.clock));
      return { ...showManagedUser(deps, caller)(account), invitation, locked_until };
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:id/sessions`,
    summary: "A person's sign-ins; recorded unless the caller opened the person within the last ten minutes",
    tag,
    access: administrators,
    limit,
    audit: ['user.read'],
    request: { params: IdParams, query: Type.Object(pageQuery) },
    responses: {
      success: ok(listAnswer(wire.SignInItem, 'SignInList'), 'Live ones, the newest first'),
      refusals: ['users.not_found', 'users.merged', 'users.shared'],
    },
    handle: async ({ params, query: { limit = DEFAULT_LIMIT, cursor }, call }) => {
      await readOfAccount(deps, call, params.id);
      const page = await listSignIns(deps.database.read, { userId: params.id, limit, cursor }, deps.clock.now());
      return pageAnswer(SIGN_IN_LIST, page, signInKey, (signIn) => signIn);
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:id/passkeys`,
    summary: "A person's passkeys; recorded unless the caller opened the person within the last ten minutes",
    tag,
    access: administrators,
    limit,
    audit: ['user.read'],
    request: { params: IdParams },
    responses: {
      success: ok(wire.PasskeysAnswer, 'In the order in which they were added'),
      refusals: ['users.not_found', 'users.merged', 'users.shared'],
    },
    handle: async ({ params, call }) => {
      await readOfAccount(deps, call, params.id);
      return { items: (await listPasskeys(deps.database.read, params.id)).map(deps.showPasskey) };
    },
  }),
];

const creatingRoutes = (deps: UserAdminDeps): Route[] => [
  defineRoute({
    method: 'POST',
    path,
    summary: 'Creates a person and invites them',
    tag,
    access: orWritingServices,
    limit,
    audit: ['user.create', 'user.invite', 'user.address.taken'],
    requiresReauth: {
      when: 'to create people of tiers 0 to 2',
      applies: ({ body }) => givesPower(body.role),
    },
    request: { body: wire.CreateUserBody },
    responses: {
      success: { status: 201, description: 'Created', schema: wire.CreatedUserAnswer },
      refusals: ['users.email_taken', 'tenants.not_found', 'users.tier', tooManyLinks],
    },
    handle: async ({ body, call }, caller) => {
      const { account, invitation } = await createPerson(deps, call, body);
      return { ...showManagedUser(deps, caller)(account), ...invitation };
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/:id/invite`,
    summary: 'Sends a person a link to choose a password and ends their sign-ins',
    tag,
    access: andServices('invitations:write', administrators),
    limit,
    audit: ['user.invite'],
    request: { params: IdParams },
    requiresReauth: reauthForLink(deps),
    responses: { success: ok(InvitationAnswer, 'Invited'), refusals: [...refusals, tooManyLinks] },
    handle: ({ params, call }) => inviteUser(deps, call, params.id),
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/:id/reset-password`,
    summary: 'Mails a person a link for a new password and ends their sign-ins',
    tag,
    access: administrators,
    limit,
    audit: ['user.password.reset'],
    request: { params: IdParams },
    requiresReauth: reauthForLink(deps),
    responses: { success: ok(wire.ExpiryAnswer, 'Mailed'), refusals: [...refusals, tooManyLinks] },
    handle: ({ params, call }) =>
      actOnUser(deps, call, params.id, async (on) => ({
        expires_at: await resetUserPassword(on, deps),
      })),
  }),
];

const endingRoutes = (deps: UserAdminDeps): Route[] => [
  defineRoute({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Deletes a person, who can be restored for a while',
    tag,
    access: orWritingServices,
    limit,
    audit: ['user.delete', 'user.invite', 'membership.end'],
    request: { params: IdParams },
    responses: {
      success: { status: 204, description: 'Deleted' },
      refusals: [...refusals, 'users.last_superadmin'],
    },
    handle: ({ params, call }) => actOnMember(deps, call, params.id, (on) => deleteUser(on, deps)),
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/:id/restore`,
    summary: 'Restores a deleted person',
    tag,
    access: orWritingServices,
    limit,
    audit: ['user.restore', 'user.address.taken'],
    requiresReauth: { when: WHEN_POWER_IS_GIVEN, applies: 'by-handler' },
    request: { params: IdParams },
    responses: {
      success: ok(wire.AdministeredUserAnswer, 'The person as before'),
      refusals: [...refusals, 'users.email_taken'],
    },
    handle: async ({ params, call }, caller) =>
      showManagedUser(deps, caller)(await recordTakenAddress(deps, call, () => restoreUser(deps, call, params.id))),
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/:id/sessions`,
    summary: "Ends a person's sign-ins",
    tag,
    access: orWritingServices,
    limit,
    audit: ['session.revoke'],
    request: { params: IdParams },
    responses: { success: ok(wire.EndedAnswer, 'Ended'), refusals },
    handle: ({ params, call }) =>
      actOnUser(deps, call, params.id, async (on) => ({ ended: await endUserSessions(on) })),
  }),
];
