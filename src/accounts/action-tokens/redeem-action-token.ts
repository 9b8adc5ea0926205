import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { ActionToken, TokenKind } from './action-token.ts';
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

/** Whether the token in a mail about to be sent would still work. */
export const isUsableSeed = async (db: Db, seed: string, at: Instant): Promise<boolean> =>
  (await store.findUsable(db, { seed }, at)) !== undefined;

export const invalidToken = (): AppError => new AppError('token.invalid');
