import type { Db, Engine, Tx } from '../database/database.ts';
import { valuesOf } from '../database/insert-rows.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Instant } from '../kernel/clock.ts';
import type { ActionToken, TokenKind } from './action-token.ts';
import { actionTokenErrors } from './action-tokens-errors.ts';
import * as store from './action-tokens-store.ts';
import { tokenHash } from './issue-action-token.ts';

/** Looks without spending: a link may be opened as often as one likes. @throws AppError `token.invalid` (400) */
export async function preflightToken(db: Db, raw: string, kind: TokenKind, at: Instant): Promise<ActionToken> {
  const token = await store.findUsable(db, { hash: tokenHash(raw) }, at);
  if (token === undefined || token.kind !== kind) throw invalidToken();
  return token;
}

/** Whose token this is or was, of whatever kind, even when it is worth nothing any more. */
export const findAnyToken = (db: Db, raw: string): Promise<ActionToken | undefined> =>
  store.findByHash(db, tokenHash(raw));

/** Spends the token in the transaction of its effect; `undefined` when it is worth nothing (any more). */
export const redeemToken = (tx: Tx, raw: string, kind: TokenKind, at: Instant): Promise<ActionToken | undefined> =>
  store.spendActionToken(tx, tokenHash(raw), kind, at);

/** Closes what a user has open, so that no link outlives its reason. Returns how many. */
export const cancelTokens = (tx: Tx, userId: number, kinds: readonly TokenKind[], at: Instant): Promise<number> =>
  store.closeTokens(tx, userId, kinds, 'cancelled_at', at);

/**
 * The same for what users do to their own account. A reset that an administrator asked for outlasts it: the administrator
 * may have meant to shut out the very person who is doing it.
 */
export async function cancelOwnTokens(tx: Tx, userId: number, at: Instant): Promise<void> {
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

/** The same for many users. */
export async function cancelTokensOfMany(
  tx: Tx,
  engine: Engine,
  userIds: readonly number[],
  at: Instant,
): Promise<void> {
  await tx
    .updateTable('action_tokens')
    .set({ cancelled_at: at })
    .where('user_id', 'in', valuesOf(engine, 'bigint', userIds))
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute();
}

/** Whether the token of a mail that is about to go out would still work. */
export const isUsableSeed = async (db: Db, seed: string, at: Instant): Promise<boolean> =>
  (await store.findUsable(db, { seed }, at)) !== undefined;

/** For retention. */
export async function dropOldTokens(tx: Tx, before: Instant, most: number): Promise<number> {
  const old = tx.selectFrom('action_tokens').select('id').where('expires_at', '<', before).limit(most);
  return (await tx.deleteFrom('action_tokens').where('id', 'in', old).returning('id').execute()).length;
}

export const invalidToken = (): AppError => new AppError(actionTokenErrors['token.invalid']);
