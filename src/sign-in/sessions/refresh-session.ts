import type { AuditRow } from '../../platform/audit/audit-store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { epochOf, type Instant, isAhead } from '../../platform/kernel/clock.ts';
import { type Milliseconds, seconds } from '../../platform/kernel/durations.ts';
import type { SessionId } from '../../platform/kernel/entity-id.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { endSession } from './end-sessions.ts';
import { findSession, type SessionReader } from './find-session.ts';
import type { SessionRecord } from './session.ts';
import { type SessionRow, succeedRecord } from './sessions-store.ts';
import type { TokenPairs } from './token-pair.ts';

/** `repeated`: the token was spent before, within the grace, and gets the very same successor. */
export interface Succeeded {
  readonly kind: 'successor';
  readonly record: SessionRecord;
  readonly account: SessionRow;
  readonly repeated: boolean;
}

export type RefreshOutcome =
  | Succeeded
  /** A copy of the token is in other hands, so the sign-in was ended. `first` for the one caller who ended it. */
  | { readonly kind: 'reused'; readonly account: SessionRow; readonly first: boolean }
  | { readonly kind: 'refused'; readonly reason: 'unknown' | 'ended' };

interface RefreshDeps extends Pick<Platform, 'database'> {
  readonly readSession: SessionReader;
  readonly pairs: TokenPairs;
  /** The audit record of a successor, written with it. */
  readonly auditOf: (succeeded: Succeeded) => AuditRow;
  /** Writes the audit record for a token that was already spent. */
  readonly record: (tx: Tx, outcome: RefreshOutcome) => Promise<void>;
}

interface Refresh {
  readonly jti: SessionId;
  readonly kid: string;
  readonly now: Milliseconds;
  readonly at: Instant;
  readonly graceSeconds: number;
}

/**
 * Spends a refresh token by its `jti` (RFC 9700 §4.14.2: rotation with reuse detection). However often and concurrently
 * it is sent, it has one successor.
 */
export async function refreshSession(
  { database, readSession, pairs, auditOf, record }: RefreshDeps,
  { jti, kid, now, at, graceSeconds }: Refresh,
): Promise<RefreshOutcome> {
  const account = await readSession(jti);
  if (account === undefined || account.kid !== kid) return { kind: 'refused', reason: 'unknown' };
  const successor = pairs.plan(account.sid, account.sign_in_expires_at);
  const succeeded: Succeeded = { kind: 'successor', record: successor, account, repeated: false };
  if (await succeedRecord(database, { ...auditOf(succeeded), ...successor, spent: jti })) return succeeded;
  return database.transaction(async (tx) => {
    const outcome = await afterSpent(tx, jti, { at, earliest: now - seconds(graceSeconds) });
    await record(tx, outcome);
    return outcome;
  });
}

/** Decides about a token that could not be spent. Reads again, since another caller may have just spent it. */
async function afterSpent(
  tx: Tx,
  jti: SessionId,
  { at, earliest }: { at: Instant; earliest: Milliseconds },
): Promise<RefreshOutcome> {
  const account = await findSession(tx, jti);
  if (account === undefined || !isLive(account, at) || account.spent_at === null)
    return { kind: 'refused', reason: 'ended' };
  const successor = await findUnspent(tx, account.successor_jti);
  const isOfNow = epochOf(account.spent_at) >= earliest && !isAhead(account.spent_at, at);
  if (successor !== undefined && isOfNow) return { kind: 'successor', record: successor, account, repeated: true };
  return { kind: 'reused', account, first: await endSession(tx, account.sid, 'reuse', at) };
}

async function findUnspent(db: Db, jti: SessionId | null): Promise<SessionRow | undefined> {
  const record = jti === null ? undefined : await findSession(db, jti);
  return record?.spent_at === null ? record : undefined;
}

/** Whether the sign-in behind a record is still live, and the record not of a clock that was ahead. */
export const isLive = (row: SessionRow, at: Instant): boolean =>
  row.ended_at === null &&
  row.sign_in_expires_at > at &&
  row.status === 'active' &&
  mayAct(row) &&
  !isAhead(row.issued_at, at);

/** As in the statement that spends a refresh token. */
const mayAct = ({ membership_state, membership_ended_at, started_at }: SessionRow): boolean =>
  membership_state === 'active' || (membership_ended_at !== null && membership_ended_at < started_at);
