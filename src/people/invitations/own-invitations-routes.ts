import { Type } from 'typebox';
import { RawToken } from '../../accounts/action-tokens/action-tokens-wire.ts';
import type { Call } from '../../platform/http/call.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { signedIn } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { choice, IdParams, instant, nullableText } from '../../platform/http/wire.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { ROLES } from '../../platform/kernel/role.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { acceptInvitation, declineInvitation, listOwnInvitations } from './answer-invitation.ts';

const BY_LINK = 'Of the link in the mail; needed where the caller’s address is not confirmed by mail alone';

const OwnInvitationsQuery = Type.Object({
  token: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: BY_LINK })),
});

const AnswerInvitationBody = Type.Object({
  token: Type.Optional(Type.Unsafe<string>({ ...RawToken, description: BY_LINK })),
});

const OwnInvitationsAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Type.Integer(),
          tenant_id: Type.Integer(),
          tenant_name: Type.String(),
          role: choice(ROLES),
          invited_by: nullableText,
          created_at: instant,
          expires_at: instant,
        },
        { title: 'OwnInvitation' },
      ),
    ),
  },
  { title: 'OwnInvitations' },
);

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
