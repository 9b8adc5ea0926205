import type { Db, Tx } from '../database/database.ts';
import { epochOf, type Instant } from '../kernel/clock.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import { endSession } from './end-sessions.ts';
import { findSession } from './find-session.ts';
import type { SessionRecord } from './session.ts';
import { addSessionRecord, noteRefresh, type SessionRow, spendRecord } from './sessions-store.ts';
import type { TokenPairs } from './token-pair.ts';

export type RefreshOutcome =
  /** `repeated`: the token was spent before, within the grace, and gets the very same successor. */
  | {
      readonly kind: 'successor';
      readonly record: SessionRecord;
      readonly account: SessionRow;
      readonly repeated: boolean;
    }
  /** Somebody else holds a copy: the sign-in was ended. `first` for the one caller who ended it. */
  | { readonly kind: 'reused'; readonly account: SessionRow; readonly first: boolean }
  | { readonly kind: 'refused'; readonly reason: 'unknown' | 'ended' };

/**
 * Spends a refresh token by its `jti` (RFC 9700 §4.14.2: rotation with detection of reuse). However often and however
 * parallel it is sent, it has one successor.
 */
export async function refreshSession(
  tx: Tx,
  pairs: TokenPairs,
  {
    jti,
    kid,
    now,
    at,
    graceSeconds,
  }: { jti: string; kid: string; now: Milliseconds; at: Instant; graceSeconds: number },
): Promise<RefreshOutcome> {
  const account = await findSession(tx, jti);
  if (account === undefined || account.kid !== kid) return { kind: 'refused', reason: 'unknown' };
  const successor = pairs.plan(account.sid, account.sign_in_expires_at);
  if (await spendRecord(tx, jti, successor.jti, at)) {
    await addSessionRecord(tx, successor);
    await noteRefresh(tx, account.sid, at);
    return { kind: 'successor', record: successor, account, repeated: false };
  }
  return afterSpent(tx, jti, { at, earliest: now - seconds(graceSeconds) });
}

/** What a token deserves that could not be spent: read again, since another caller may have spent it just now. */
async function afterSpent(
  tx: Tx,
  jti: string,
  { at, earliest }: { at: Instant; earliest: Milliseconds },
): Promise<RefreshOutcome> {
  const account = await findSession(tx, jti);
  if (account === undefined || !stands(account, at) || account.spent_at === null)
    return { kind: 'refused', reason: 'ended' };
  const successor = await findUnspent(tx, account.successor_jti);
  if (successor !== undefined && epochOf(account.spent_at) >= earliest)
    return { kind: 'successor', record: successor, account, repeated: true };
  return { kind: 'reused', account, first: await endSession(tx, account.sid, 'reuse', at) };
}

async function findUnspent(db: Db, jti: string | null): Promise<SessionRow | undefined> {
  const record = jti === null ? undefined : await findSession(db, jti);
  return record?.spent_at === null ? record : undefined;
}

/** Whether the sign-in behind a record may still be used. */
export const stands = (row: SessionRow, at: Instant): boolean =>
  row.ended_at === null && row.sign_in_expires_at > at && row.status === 'active';
