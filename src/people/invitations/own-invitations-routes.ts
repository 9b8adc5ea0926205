import type { Call } from '../../platform/http/call.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { signedIn } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { IdParams } from '../../platform/http/wire.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { acceptInvitation, declineInvitation, listOwnInvitations } from './answer-invitation.ts';
import { AnswerInvitationBody, OwnInvitationsAnswer, OwnInvitationsQuery } from './joining-wire.ts';

const path = '/api/users/me/invitations';
const common = {
  tag: 'Own account',
  access: signedIn(),
  limit: perCaller({ most: 60, within: minutes(1) }),
} as const;

export const ownInvitationsRoutes = (deps: Pick<Platform, 'database'>): Route[] => [
  defineRoute({
    ...common,
    method: 'GET',
    path,
    summary: 'Invitations to join a tenant with this account, to its confirmed address',
    audit: [],
    request: { query: OwnInvitationsQuery },
    responses: { success: ok(OwnInvitationsAnswer, 'Open ones, oldest first'), refusals: [] },
    handle: async ({ query, call }) => ({
      items: (await listOwnInvitations(deps, call, query.token)).map(({ token_hash: _secret, ...shown }) => shown),
    }),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: `${path}/:id/accept`,
    summary: 'Joins with this account; what it says about the person stays',
    audit: ['invitation.accept', 'membership.create', 'user.delete'],
    request: { params: IdParams, body: AnswerInvitationBody },
    responses: {
      success: { status: 204, description: 'Joined; a refresh with `tenant_id` goes over' },
      refusals: ['joining.not_found', 'memberships.exists'],
    },
    handle: ({ params, body, call }) => acceptInvitation(deps, call, { id: params.id, token: body.token }),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: `${path}/:id/decline`,
    summary: 'Ends an invitation to join; the tenant is not told who did',
    audit: ['invitation.decline', 'user.delete'],
    request: { params: IdParams, body: AnswerInvitationBody },
    responses: { success: { status: 204, description: 'Ended' }, refusals: ['joining.not_found'] },
    handle: ({ params, body, call }: { params: { id: number }; body: { token?: string }; call: Call }) =>
      declineInvitation(deps, call, { id: params.id, token: body.token }),
  }),
];
