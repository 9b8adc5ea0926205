import { hasUsableInvitation } from '../action-tokens/find-invitation.ts';
import { epochOf } from '../kernel/clock.ts';
import type { ActOnUser } from '../policy/act-on-user.ts';
import { findAccount } from '../users/find-account.ts';
import { type InvitingDeps, sendInvitation } from './invite-user.ts';

/**
 * Replaces an invitation that still works, for a person who was given more power or moved to another tenant: whoever invited
 * them saw the link, and could open with it an account that they may not manage. The new link is only mailed.
 */
export async function renewInvitation({ tx, user, call }: ActOnUser, deps: InvitingDeps): Promise<void> {
  if (!(await hasUsableInvitation(tx, user.id, call.at))) return;
  const { userId } = call.caller;
  const inviter = userId === null ? undefined : await findAccount(tx, userId);
  const by = inviter ? { id: inviter.id, name: inviter.full_name } : null;
  await sendInvitation(tx, deps, call, { user, now: epochOf(call.at), by });
}
