import { cancelTokens } from '../../accounts/action-tokens/cancel-tokens.ts';
import { manyLinksUntil } from '../../accounts/action-tokens/few-mails.ts';
import { findAccount } from '../../accounts/users/find-account.ts';
import type { User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { epochOf } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { type InvitingDeps, sendInvitation } from './invite-user.ts';

/** Whose invitation to replace; the caller must have locked the user's row. */
interface InvitationToReplace {
  readonly user: User;
  /** Named as the inviter; `undefined` for the operator and services. */
  readonly actorId: UserId | undefined;
}

/**
 * Ends the link of an invitation that somebody saw who may not use it, and mails a new one. If the person was sent many links within
 * the hour, the invitation is only cancelled: no flood of links may keep anybody from losing or getting a role.
 */
export async function replaceInvitation(
  tx: Tx,
  deps: InvitingDeps,
  call: AuditedCall,
  { user, actorId }: InvitationToReplace,
): Promise<void> {
  const now = epochOf(call.at);
  if ((await manyLinksUntil(tx, user.id, now)) !== undefined) {
    await cancelTokens(tx, user.id, ['invite'], call.at);
    return;
  }
  const actor = actorId === undefined ? undefined : await findAccount(tx, actorId);
  const by = actor ? { id: actor.id, name: actor.full_name } : null;
  await sendInvitation(tx, deps, call, { user, now, by });
}
