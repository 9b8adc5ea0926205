import { cancelShownInvitations } from '../action-tokens/cancel-tokens.ts';
import { listInvitedByShownLinks } from '../action-tokens/find-invitation.ts';
import type { AuditedCall } from '../audit/audit-context.ts';
import type { Tx } from '../database/database.ts';
import { epochOf } from '../kernel/clock.ts';
import { tierOf } from '../kernel/role.ts';
import { findAccount } from '../users/find-account.ts';
import { lockUser } from '../users/lock-user.ts';
import type { User } from '../users/user.ts';
import { type InvitingDeps, sendInvitation } from './invite-user.ts';

/** More than anybody invites by hand in the days that a link lives. */
const MOST_RENEWED = 200;

/**
 * Ends the invitations whose links `seer` was shown, who no longer manages those people, and could still choose their passwords.
 * New links are only mailed. Beyond `MOST_RENEWED` the invitations are just cancelled, so that nobody can make their own removal
 * too long to succeed.
 */
export async function renewSeenLinks(tx: Tx, deps: InvitingDeps, call: AuditedCall, seer: User): Promise<void> {
  if (tierOf(seer.role) > tierOf('admin')) return; // nobody else invites
  const invited = await listInvitedByShownLinks(tx, seer.id, call.at);
  if (invited.length === 0) return;
  const actorId = call.context.actor?.id;
  const actor = actorId === undefined ? undefined : await findAccount(tx, actorId);
  const by = actor ? { id: actor.id, name: actor.full_name } : null;
  for (const id of invited.slice(0, MOST_RENEWED)) {
    const user = await lockUser(tx, id);
    if (user !== undefined) await sendInvitation(tx, deps, call, { user, now: epochOf(call.at), by });
  }
  await cancelShownInvitations(tx, seer.id, call.at);
}
