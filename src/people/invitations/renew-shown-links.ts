import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { cancelShownInvitations } from '../../accounts/action-tokens/cancel-tokens.ts';
import { listInvitedByShownLinks } from '../../accounts/action-tokens/find-invitation.ts';
import { holdUserRow } from '../../accounts/users/hold-user-row.ts';
import type { User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import type { InvitingDeps } from './invite-user.ts';
import { replaceInvitation } from './replace-invitation.ts';

/** More than anybody invites by hand in the days that a link lives. */
const MOST_RENEWED = 200;
/** Invitations in a turn of the event loop. */
const AT_ONCE = 10;

/**
 * Renews the invitations whose links were shown to an administrator who no longer manages those people: with a link they could still
 * choose a password. The new links are only mailed. Invitations beyond `MOST_RENEWED` are cancelled, so that nobody can make their
 * own removal too long to succeed.
 */
export async function renewShownLinks(tx: Tx, deps: InvitingDeps, call: AuditedCall, shownTo: User): Promise<void> {
  if (tierOf(shownTo.role) > tierOf('admin')) return; // nobody else invites
  const invited = await listInvitedByShownLinks(tx, shownTo.id, call.at);
  if (invited.length === 0) return;
  const actorId = call.context.actor?.id;
  for (const [index, id] of invited.slice(0, MOST_RENEWED).entries()) {
    if (index > 0 && index % AT_ONCE === 0) await yieldToEventLoop();
    const user = await holdUserRow(tx, id);
    if (user !== undefined) await replaceInvitation(tx, deps, call, { user, actorId });
  }
  await cancelShownInvitations(tx, shownTo.id, call.at);
}
