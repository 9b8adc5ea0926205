import type { MailLimits } from '../../accounts/action-tokens/mail-limits.ts';
import { cancelInvitation, findInvitation } from '../../accounts/action-tokens/token-rows-store.ts';
import { illegalState } from '../../accounts/permissions/act-on-user.ts';
import { requireWhole, seenAccount } from '../../accounts/permissions/managed-person.ts';
import type { Manager } from '../../accounts/permissions/managing-users.ts';
import {
  anyRequiresReauth,
  type ReauthDeps,
  WHEN_LINK_REQUIRES_REAUTH,
} from '../../accounts/permissions/reauth-for-link.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { listAnswer } from '../../platform/http/list-wire.ts';
import { andServices, permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { IdParams } from '../../platform/http/wire.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { exportInvitationsRoute } from './export-invitations.ts';
import { InvitationAnswer, InvitationItem, InvitationsQuery } from './invitations-wire.ts';
import { inviteUser } from './invite-user.ts';
import { showInvitations } from './show-invitations.ts';

const path = '/api/admin/invitations';
const common = {
  tag: 'Administration',
  access: andServices('invitations:write', permitted('invitations.manage')),
  limit: perCaller({ most: 240, within: minutes(1) }),
} as const;
const refusals = [
  'users.not_found',
  'users.merged',
  'users.self',
  'users.tier',
  'users.shared',
  'users.state',
] as const;

export const invitationsAdminRoutes = (
  deps: Pick<Platform, 'database' | 'clock' | 'keys' | 'publicUrl'> & ReauthDeps & MailLimits,
): Route[] => [
  defineRoute({
    ...common,
    method: 'GET',
    path,
    isSearch: true,
    summary: 'Invitations by state',
    audit: [],
    request: { query: InvitationsQuery },
    responses: {
      success: ok(listAnswer(InvitationItem, 'InvitationList'), 'One page'),
      refusals: ['tenants.not_found'],
    },
    handle: ({ query }, caller) => showInvitations(deps, caller, query),
  }),
  exportInvitationsRoute(deps),
  defineRoute({
    ...common,
    method: 'POST',
    path: `${path}/:id/resend`,
    summary: 'Renews an invitation and revokes the old link',
    audit: ['user.invite'],
    requiresReauth: reauthForInvitation(deps),
    request: { params: IdParams },
    responses: {
      success: ok(InvitationAnswer, 'Invited'),
      refusals: [...refusals, 'token.too_many'],
    },
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

/** @throws AppError 404, 409, 403 as for any act on the person invited */
async function reachable({ database }: Pick<Platform, 'database'>, caller: AnyCaller, id: number) {
  const token = await findInvitation(database.read, id);
  if (token === undefined) throw new AppError('users.not_found');
  const account = requireWhole(caller, await seenAccount(database.read, caller, token.user_id));
  return { token, account };
}

/** Requires re-authentication depending on the invited user's account. */
const reauthForInvitation = (deps: ReauthDeps) => ({
  when: WHEN_LINK_REQUIRES_REAUTH,
  applies: async ({ params }: { readonly params: { readonly id: number } }, caller: Manager) => {
    const token = await findInvitation(deps.database.read, params.id);
    return token !== undefined && anyRequiresReauth(deps, caller, [token.user_id]);
  },
});
