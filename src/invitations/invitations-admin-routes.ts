import { type Static, Type } from 'typebox';
import {
  cancelInvitation,
  findInvitation,
  INVITATION_STATES,
  invitationList,
  listInvitations,
} from '../action-tokens/list-invitations.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { AnyCaller } from '../http/caller.ts';
import { defineRoute, ok, type Route } from '../http/define-route.ts';
import { IdParams, idOf } from '../http/id-wire.ts';
import { BySent, DEFAULT_LIMIT, firstOf, listAnswer, pageAnswer, pageQuery } from '../http/list-wire.ts';
import { andServices, permitted } from '../http/route-access.ts';
import { perCaller } from '../http/route-limit.ts';
import { PeopleSearched } from '../http/search-wire.ts';
import { choice } from '../http/wire.ts';
import { AppError } from '../kernel/app-error.ts';
import { instantAt } from '../kernel/clock.ts';
import { minutes } from '../kernel/durations.ts';
import { illegalState } from '../policy/act-on-user.ts';
import { requireMayManage } from '../policy/managing-users.ts';
import { policyErrors } from '../policy/policy-errors.ts';
import type { ReauthDeps } from '../policy/reauth-for-link.ts';
import { scopeOf } from '../policy/scope.ts';
import { findAccount } from '../users/find-account.ts';
import { userErrors } from '../users/users-errors.ts';
import { invitationActions } from './invitation-actions.ts';
import { InvitationAnswer, InvitationItem } from './invitations-wire.ts';
import { type InvitationDeps, inviteUser } from './invite-user.ts';
import { reauthForInvitation } from './reauth-for-invitation.ts';

const Query = Type.Object({
  state: Type.Optional(choice(INVITATION_STATES, { default: 'pending' })),
  tenant_id: Type.Optional(idOf()),
  sort: BySent,
  q: PeopleSearched,
  ...pageQuery,
});

const path = '/api/admin/invitations';
const common = {
  tag: 'Administration',
  access: andServices('invitations:write', permitted('invitations.manage')),
  limit: perCaller({ most: 240, within: minutes(1) }),
} as const;
const refusals = [
  policyErrors['users.not_found'],
  policyErrors['users.self'],
  policyErrors['users.tier'],
  userErrors['users.state'],
];

export const invitationsAdminRoutes = (deps: InvitationDeps & ReauthDeps): Route[] => [
  defineRoute({
    ...common,
    method: 'GET',
    path,
    summary: 'Invitations by state, in the order in which they were sent',
    audit: [],
    request: { query: Query },
    responses: {
      success: ok(listAnswer(InvitationItem, 'InvitationList'), 'One page'),
      refusals: [policyErrors['users.not_found']],
    },
    handle: ({ query }, caller) => list(deps, caller, query),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: `${path}/:id/resend`,
    summary: 'Renews an invitation and revokes the old link',
    audit: ['user.invite'],
    requiresReauth: reauthForInvitation(deps),
    request: { params: IdParams },
    responses: { success: ok(InvitationAnswer, 'Invited'), refusals },
    handle: async ({ params, call }, caller) => {
      const { account } = await reachable(deps, caller, params.id);
      return inviteUser(deps, call, account.id);
    },
  }),
  defineRoute({
    ...common,
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Cancels an open invitation and revokes its link',
    audit: ['invitation.cancel'],
    request: { params: IdParams },
    responses: { success: { status: 204, description: 'Cancelled' }, refusals },
    handle: async ({ params, call }, caller) => {
      const { token, account } = await reachable(deps, caller, params.id);
      const { at } = call;
      await deps.database.transaction(async (tx) => {
        if (!(await cancelInvitation(tx, token.id, at))) throw illegalState();
        await recordAudit(tx, call, {
          action: 'invitation.cancel',
          about: account,
          meta: { token_id: token.id },
        });
      });
    },
  }),
];

async function list({ database, clock }: InvitationDeps, caller: AnyCaller, query: Static<typeof Query>) {
  const state = query.state ?? 'pending';
  const { tenantId } = scopeOf(caller, query.tenant_id);
  const wanted = {
    state,
    tenantId,
    q: query.q ?? '',
    at: instantAt(clock.now()),
    first: firstOf(query.sort),
    cursor: query.cursor,
    limit: query.limit ?? DEFAULT_LIMIT,
  };
  const page = await listInvitations(database.read, wanted);
  return pageAnswer(
    invitationList(state, wanted.first),
    page,
    ({ id }) => [id],
    (row) => {
      const { user_id: id, tenant_id, role, user_status: status } = row;
      return { ...row, state, actions: invitationActions(caller, state, { id, tenant_id, role, status }) };
    },
  );
}

/** @throws AppError 404, 409, 403 as for any act on the person invited */
async function reachable({ database }: InvitationDeps, caller: AnyCaller, id: number) {
  const token = await findInvitation(database.read, id);
  if (token === undefined) throw new AppError(policyErrors['users.not_found']);
  const account = requireMayManage(caller, await findAccount(database.read, token.user_id));
  return { token, account };
}
