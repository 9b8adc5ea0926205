import { hash, randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import type { Milliseconds } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { deriveToken } from '../../platform/keys/derived-secret.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { type ActionToken, NO_META, SHOWN, TOKEN_LIFETIME, type TokenKind } from './action-token.ts';
import { addActionToken, addActionTokens, closeTokens, type NewToken } from './action-tokens-store.ts';

export interface TokenToIssue {
  readonly userId: UserId;
  readonly kind: TokenKind;
  readonly now: Milliseconds;
  /** The administrator who asked for it, if any. */
  readonly createdBy: UserId | null;
  readonly ip: string | null;
  readonly lifetime?: Milliseconds;
  /** The link is also shown to whoever asked for it. */
  readonly shown?: boolean;
}

/** Issues a token and ends an older one of its kind. `rawToken` derives the token itself where it is needed. */
export async function issueActionToken(tx: Tx, keys: Keyring, wanted: TokenToIssue): Promise<ActionToken> {
  await closeTokens(tx, wanted.userId, [wanted.kind], 'replaced_at', instantAt(wanted.now));
  return addActionToken(tx, newToken(keys, wanted));
}

/**
 * Replaces an open token, expired or not. `undefined` when there is none, since it was redeemed or cancelled.
 */
export async function renewActionToken(tx: Tx, keys: Keyring, wanted: TokenToIssue): Promise<ActionToken | undefined> {
  const ended = await closeTokens(tx, wanted.userId, [wanted.kind], 'replaced_at', instantAt(wanted.now));
  return ended === 0 ? undefined : addActionToken(tx, newToken(keys, wanted));
}

/**
 * Like `issueActionToken` for many users just created, who cannot have an older token. Returns the token of each user.
 */
export async function issueFirstTokens(
  tx: Tx,
  keys: Keyring,
  wanted: readonly TokenToIssue[],
): Promise<Map<UserId, ActionToken>> {
  const tokens = wanted.map((one) => newToken(keys, one));
  const ids = await addActionTokens(tx, tokens);
  return new Map(tokens.map((token, index) => [token.user_id, { ...token, id: ids[index] ?? 0 }]));
}

function newToken(keys: Keyring, wanted: TokenToIssue): NewToken {
  const { userId, kind, now, createdBy, ip, lifetime = TOKEN_LIFETIME[kind], shown = false } = wanted;
  const seed = randomBytes(32).toString('base64url');
  return {
    seed,
    token_hash: tokenHash(deriveToken(keys, seed)),
    user_id: userId,
    kind,
    expires_at: instantAt(now + lifetime),
    used_at: null,
    replaced_at: null,
    asked_at: null,
    cancelled_at: null,
    created_at: instantAt(now),
    created_by: createdBy,
    ip,
    meta: shown ? SHOWN : NO_META,
  };
}

export const rawToken = (keys: Keyring, token: Pick<ActionToken, 'seed'>): string => deriveToken(keys, token.seed);

/** A fast hash is enough: nobody guesses 256 random bits from their digest. */
export const tokenHash = (raw: string): string => hash('sha256', raw, 'base64url');
