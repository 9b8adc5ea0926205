import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { manyLinksUntil } from '../../accounts/action-tokens/mail-limits.ts';
import {
  cancelDisplayedInvitations,
  cancelTokens,
  hasUsableInvitation,
  listInvitedByLinksFor,
} from '../../accounts/action-tokens/token-rows-store.ts';
import type { ActOnUser } from '../../accounts/permissions/act-on-user.ts';
import { findAccount, holdUserRow } from '../../accounts/users/accounts-store.ts';
import type { User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { epochOf } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { sendInvitation } from './invite-user.ts';

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
async function replaceInvitation(
  tx: Tx,
  deps: Pick<Platform, 'keys' | 'publicUrl'>,
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

/**
 * Replaces an invitation that still works, for a person who was given more power or moved to another tenant: whoever invited
 * them saw the link, and could open with it an account that they may not manage.
 */
export async function renewInvitation(
  { tx, user, call }: ActOnUser,
  deps: Pick<Platform, 'keys' | 'publicUrl'>,
): Promise<void> {
  if (!(await hasUsableInvitation(tx, user.id, call.at))) return;
  await replaceInvitation(tx, deps, call, { user, actorId: call.caller.userId ?? undefined });
}

/** More than anybody invites by hand in the days that a link lives. */
const MOST_RENEWED = 200;
/** Invitations in a turn of the event loop. */
const BATCH = 10;

/**
 * Renews the invitations whose links were shown to an administrator who no longer manages those people: with a link they could still
 * choose a password. The new links are only mailed. Invitations beyond `MOST_RENEWED` are cancelled, so that nobody can make their
 * own removal too long to succeed.
 */
export async function renewDisplayedLinks(
  tx: Tx,
  deps: Pick<Platform, 'keys' | 'publicUrl'>,
  call: AuditedCall,
  shownTo: User,
): Promise<void> {
  if (tierOf(shownTo.role) > tierOf('admin')) return; // nobody else invites
  const invited = await listInvitedByLinksFor(tx, shownTo.id, call.at);
  if (invited.length === 0) return;
  const actorId = call.context.actor?.id;
  for (const [index, id] of invited.slice(0, MOST_RENEWED).entries()) {
    if (index > 0 && index % BATCH === 0) await yieldToEventLoop();
    const user = await holdUserRow(tx, id);
    if (user !== undefined) await replaceInvitation(tx, deps, call, { user, actorId });
  }
  await cancelDisplayedInvitations(tx, shownTo.id, call.at);
}
