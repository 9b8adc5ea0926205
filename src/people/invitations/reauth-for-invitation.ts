import { findInvitation } from '../../accounts/action-tokens/find-invitation.ts';
import type { Manager } from '../../accounts/policy/managing-users.ts';
import {
  anyRequiresReauth,
  type ReauthDeps,
  WHEN_LINK_REQUIRES_REAUTH,
} from '../../accounts/policy/reauth-for-link.ts';

/** Requires re-authentication depending on the invited user's account. */
export const reauthForInvitation = (deps: ReauthDeps) => ({
  when: WHEN_LINK_REQUIRES_REAUTH,
  applies: async ({ params }: { readonly params: { readonly id: number } }, caller: Manager) => {
    const token = await findInvitation(deps.database.read, params.id);
    return token !== undefined && anyRequiresReauth(deps, caller, [token.user_id]);
  },
});
