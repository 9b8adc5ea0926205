import { hash, randomBytes } from 'node:crypto';
import type { Engine, Tx } from '../database/database.ts';
import { instantAt } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import { deriveToken } from '../keys/derived-secret.ts';
import type { Keyring } from '../keys/keyring.ts';
import { type ActionToken, TOKEN_LIFETIME, type TokenKind } from './action-token.ts';
import { addActionToken, addActionTokens, closeTokens } from './action-tokens-store.ts';

export interface TokenToIssue {
  readonly userId: number;
  readonly kind: TokenKind;
  readonly now: Milliseconds;
  /** The administrator who asked for it, if any. */
  readonly createdBy: number | null;
  readonly ip: string | null;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly lifetime?: Milliseconds;
}

/** Issues a token; an older one of its kind ends with it. The raw token is made by `rawToken` where it is needed. */
export async function issueActionToken(tx: Tx, keys: Keyring, wanted: TokenToIssue): Promise<ActionToken> {
  await closeTokens(tx, wanted.userId, [wanted.kind], 'replaced_at', instantAt(wanted.now));
  return addActionToken(tx, newToken(keys, wanted));
}

/**
 * Issues the next token in place of an open one, which ends, expired or not. `undefined` where there is none: it was used or
 * cancelled, and what it was for is settled.
 */
export async function renewActionToken(tx: Tx, keys: Keyring, wanted: TokenToIssue): Promise<ActionToken | undefined> {
  const ended = await closeTokens(tx, wanted.userId, [wanted.kind], 'replaced_at', instantAt(wanted.now));
  return ended === 0 ? undefined : addActionToken(tx, newToken(keys, wanted));
}

/** The same as `issueActionToken` for many users who were just created, so that none can have an older one. Tells what was issued to whom. */
export async function issueFirstTokens(
  tx: Tx,
  keys: Keyring,
  engine: Engine,
  wanted: readonly TokenToIssue[],
): Promise<Map<number, ActionToken>> {
  const tokens = wanted.map((one) => newToken(keys, one));
  const ids = await addActionTokens(tx, engine, tokens);
  return new Map(tokens.map((token, place) => [token.user_id, { ...token, id: ids[place] ?? 0 }]));
}

function newToken(keys: Keyring, wanted: TokenToIssue): Omit<ActionToken, 'id'> {
  const { userId, kind, now, createdBy, ip, meta = {}, lifetime = TOKEN_LIFETIME[kind] } = wanted;
  const seed = randomBytes(32).toString('base64url');
  return {
    seed,
    token_hash: tokenHash(deriveToken(keys, seed)),
    user_id: userId,
    kind,
    expires_at: instantAt(now + lifetime),
    used_at: null,
    replaced_at: null,
    cancelled_at: null,
    created_at: instantAt(now),
    created_by: createdBy,
    ip,
    meta: JSON.stringify(meta),
  };
}

export const rawToken = (keys: Keyring, token: Pick<ActionToken, 'seed'>): string => deriveToken(keys, token.seed);

/** A fast hash will do: the token has 256 random bits, nobody guesses it from its digest. */
export const tokenHash = (raw: string): string => hash('sha256', raw, 'base64url');
