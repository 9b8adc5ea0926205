import type { Db, Tx } from '../../platform/database/database.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { type ActionToken, isOpen, isUsableInvitation, SHOWN, type TokenKind } from './action-token.ts';
import { closeTokens } from './action-tokens-store.ts';

/** Cancels a user's open tokens. Returns how many. */
export const cancelTokens = (tx: Tx, userId: UserId, kinds: readonly TokenKind[], at: Instant): Promise<number> =>
  closeTokens(tx, userId, kinds, 'cancelled_at', at);

/**
 * Like `cancelTokens`, for changes that users make to their own account. Does not cancel a reset that an administrator
 * requested, which may be meant to shut out the very person who makes the change.
 */
export async function cancelOwnTokens(tx: Tx, userId: UserId, at: Instant): Promise<void> {
  await tx
    .updateTable('action_tokens')
    .set({ cancelled_at: at })
    .where('user_id', '=', userId)
    .where(({ or, eb }) => or([eb('kind', '<>', 'reset'), eb('created_by', 'is', null)]))
    .where(isOpen)
    .execute();
}

export async function cancelTokensOfMany(tx: Tx, userIds: readonly UserId[], at: Instant): Promise<void> {
  await tx
    .updateTable('action_tokens')
    .set({ cancelled_at: at })
    .where('user_id', 'in', valuesOf('bigint', userIds))
    .where(isOpen)
    .execute();
}

/** Cancels all open tokens of a restored backup, since any may have been spent after it was made. Returns how many. */
export async function cancelAllTokens(tx: Tx, at: Instant): Promise<number> {
  const cancelled = tx.updateTable('action_tokens').set({ cancelled_at: at }).where(isOpen);
  return Number((await cancelled.executeTakeFirstOrThrow()).numUpdatedRows);
}

/** True for the one caller who cancelled an open invitation. */
export async function cancelInvitation(tx: Tx, id: number, at: Instant): Promise<boolean> {
  const cancelled = tx
    .updateTable('action_tokens')
    .set({ cancelled_at: at })
    .where('id', '=', id)
    .where('kind', '=', 'invite')
    .where(isOpen);
  return (await cancelled.returning('id').executeTakeFirst()) !== undefined;
}

/** True for the one caller who accepted an invitation that still works, signed in. */
export async function spendInvitation(tx: Tx, id: number, at: Instant): Promise<boolean> {
  const spent = tx.updateTable('action_tokens').set({ used_at: at }).where('id', '=', id).where(isUsableInvitation(at));
  return (await spent.returning('id').executeTakeFirst()) !== undefined;
}

/** True for the first who asks for a new invitation with the link of one that expired and that nothing else ended. */
export async function recordRequest(tx: Tx, id: number, at: Instant): Promise<boolean> {
  const asked = tx
    .updateTable('action_tokens')
    .set({ asked_at: at })
    .where('id', '=', id)
    .where('kind', '=', 'invite')
    .where(isOpen)
    .where('expires_at', '<=', at)
    .where('asked_at', 'is', null);
  return (await asked.returning('id').executeTakeFirst()) !== undefined;
}

/** Cancels the working invitations whose links were shown to `shownTo`. Returns how many. */
export async function cancelDisplayedInvitations(tx: Tx, shownTo: UserId, at: Instant): Promise<number> {
  const cancelled = tx
    .updateTable('action_tokens')
    .set({ cancelled_at: at })
    .where('created_by', '=', shownTo)
    .where('meta', '=', SHOWN)
    .where(isUsableInvitation(at));
  return (await cancelled.returning('id').execute()).length;
}

/** How many of these invitations can still be cancelled. */
export async function countOpenTokens(db: Db, ids: readonly number[]): Promise<number> {
  const open = db.selectFrom('action_tokens').where('id', 'in', valuesOf('bigint', ids)).where(isOpen);
  return (await open.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
}

export const findInvitation = (db: Db, id: number): Promise<ActionToken | undefined> =>
  db.selectFrom('action_tokens').selectAll().where('id', '=', id).where('kind', '=', 'invite').executeTakeFirst();

/** Whether somebody holds a link that still works. */
export async function hasUsableInvitation(db: Db, userId: UserId, at: Instant): Promise<boolean> {
  const usable = db
    .selectFrom('action_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where(isUsableInvitation(at));
  return (await usable.executeTakeFirst()) !== undefined;
}

/** The people whose invitations still work and whose links were shown to `shownTo`, oldest invitation first. */
export async function listInvitedByLinksFor(db: Db, shownTo: UserId, at: Instant): Promise<UserId[]> {
  const shown = db
    .selectFrom('action_tokens')
    .select('user_id')
    .where('created_by', '=', shownTo)
    .where('meta', '=', SHOWN)
    .where(isUsableInvitation(at));
  return (await shown.orderBy('id').execute()).map(({ user_id }) => user_id);
}
