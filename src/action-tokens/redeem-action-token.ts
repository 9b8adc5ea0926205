import type { Db, Tx } from '../database/database.ts';
import { valuesOf } from '../database/insert-rows.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { ActionToken, TokenKind } from './action-token.ts';
import { actionTokenErrors } from './action-tokens-errors.ts';
import * as store from './action-tokens-store.ts';
import { tokenHash } from './issue-action-token.ts';

/** Checks without spending: a link may be opened any number of times. @throws AppError `token.invalid` (400) */
export async function preflightToken(db: Db, raw: string, kind: TokenKind, at: Instant): Promise<ActionToken> {
  const token = await store.findUsable(db, { hash: tokenHash(raw) }, at);
  if (token === undefined || token.kind !== kind) throw invalidToken();
  return token;
}

/** The token in any state and of any kind, to record whose it was. */
export const findAnyToken = (db: Db, raw: string): Promise<ActionToken | undefined> =>
  store.findByHash(db, tokenHash(raw));

/** Spends the token in the transaction of its effect; `undefined` when it is not valid, or no longer. */
export const redeemToken = (tx: Tx, raw: string, kind: TokenKind, at: Instant): Promise<ActionToken | undefined> =>
  store.spendActionToken(tx, tokenHash(raw), kind, at);

/** Cancels a user's open tokens. Returns how many. */
export const cancelTokens = (tx: Tx, userId: UserId, kinds: readonly TokenKind[], at: Instant): Promise<number> =>
  store.closeTokens(tx, userId, kinds, 'cancelled_at', at);

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
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute();
}

export async function cancelTokensOfMany(tx: Tx, userIds: readonly UserId[], at: Instant): Promise<void> {
  await tx
    .updateTable('action_tokens')
    .set({ cancelled_at: at })
    .where('user_id', 'in', valuesOf(tx, 'bigint', userIds))
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute();
}

/** Cancels all open tokens of a restored backup, since any may have been spent after it was made. Returns how many. */
export async function cancelAllTokens(tx: Tx, at: Instant): Promise<number> {
  const cancelled = tx
    .updateTable('action_tokens')
    .set({ cancelled_at: at })
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('cancelled_at', 'is', null);
  return Number((await cancelled.executeTakeFirstOrThrow()).numUpdatedRows);
}

/** Whether the token in a mail about to be sent would still work. */
export const isUsableSeed = async (db: Db, seed: string, at: Instant): Promise<boolean> =>
  (await store.findUsable(db, { seed }, at)) !== undefined;

export async function dropOldTokens(tx: Tx, before: Instant, most: number): Promise<number> {
  const old = tx.selectFrom('action_tokens').select('id').where('expires_at', '<', before).limit(most);
  return (await tx.deleteFrom('action_tokens').where('id', 'in', old).returning('id').execute()).length;
}

export const invalidToken = (): AppError => new AppError(actionTokenErrors['token.invalid']);
