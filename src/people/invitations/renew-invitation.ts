import { hasUsableInvitation } from '../../accounts/action-tokens/find-invitation.ts';
import type { ActOnUser } from '../../accounts/policy/act-on-user.ts';
import type { InvitingDeps } from './invite-user.ts';
import { replaceInvitation } from './replace-invitation.ts';

/**
 * Replaces an invitation that still works, for a person who was given more power or moved to another tenant: whoever invited
 * them saw the link, and could open with it an account that they may not manage.
 */
export async function renewInvitation({ tx, user, call }: ActOnUser, deps: InvitingDeps): Promise<void> {
  if (!(await hasUsableInvitation(tx, user.id, call.at))) return;
  await replaceInvitation(tx, deps, call, { user, actorId: call.caller.userId ?? undefined });
}
