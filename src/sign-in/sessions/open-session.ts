import type { Actor, AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { days, type Milliseconds } from '../../platform/kernel/durations.ts';
import type { MembershipId, SignInId } from '../../platform/kernel/entity-id.ts';
import { notifyLogout } from './logout-notices/notify-logout.ts';
import { type AuthenticationMethod, joinMethods, type SessionRecord, splitMethods } from './session.ts';
import { addSignIn, changeProofs, endUnusedLongest, recordAuthenticatedAt } from './sessions-store.ts';
import { newSignInOrigins, originsFrom, type SignInOrigins } from './sign-in-origins.ts';
import type { TokenPairs } from './token-pair.ts';

interface Opening {
  readonly actor: Actor;
  /** In which it acts. */
  readonly membershipId: MembershipId;
  readonly now: Milliseconds;
  readonly signInDays: number;
  /** Limit of live sign-ins, this one included. */
  readonly mostSignIns: number;
  /** How it was authenticated, as in `SignIn`. */
  readonly methods?: string | null;
  readonly origins?: SignInOrigins;
}

/**
 * Opens a sign-in with its first session record. Beyond the limit the least recently used sign-ins end, with an audit record.
 * The caller must have locked the user's row, or two concurrent sign-ins would miss each other. Sign the pair after the commit.
 */
export async function openSession(
  tx: Tx,
  call: AuditedCall,
  pairs: TokenPairs,
  { actor, membershipId, now, signInDays, mostSignIns, methods = null, origins = newSignInOrigins() }: Opening,
): Promise<SessionRecord> {
  const { sid } = origins;
  const at = instantAt(now);
  const expiresAt = instantAt(now + days(signInDays));
  const record = pairs.plan(sid, expiresAt);
  const times = {
    started_at: at,
    authenticated_at: at,
    refreshed_at: at,
    expires_at: expiresAt,
    ended_at: null,
    end_reason: null,
  };
  const { ip, userAgent } = call.context;
  const device = { ip: ip ?? '', user_agent: userAgent ?? '' };
  await addSignIn(
    tx,
    { sid, user_id: actor.id, ...times, ...device, methods, came_of: origins.cameOf(), membership_id: membershipId },
    record,
  );
  const ended = await endUnusedLongest(tx, { userId: actor.id, sid, others: mostSignIns - 1, at });
  if (ended.length > 0) {
    await notifyLogout(tx, ended, at);
    const meta = { count: ended.length, sid: ended[0], limit: mostSignIns };
    await recordAudit(tx, call, { action: 'session.limit', about: 'actor', actor, meta });
  }
  return record;
}

interface Authentication {
  readonly at: Instant;
  readonly proved: readonly AuthenticationMethod[];
  /** The sign-ins that added what proved it. */
  readonly addedBy?: readonly SignInId[];
}

/** Records that the user has just re-authenticated, and how. Returns false when the sign-in has ended. */
export async function recordAuthentication(
  tx: Tx,
  sid: SignInId,
  { at, proved, addedBy = [] }: Authentication,
): Promise<boolean> {
  const row = await recordAuthenticatedAt(tx, sid, at);
  if (row === undefined) return false;
  const methods = joinMethods([...splitMethods(row.methods), ...proved]);
  const { provedWith, cameOf } = originsFrom(row.came_of);
  for (const origin of addedBy) if (origin !== sid) provedWith(origin);
  const came_of = cameOf();
  if (methods !== row.methods || came_of !== row.came_of) await changeProofs(tx, sid, { methods, came_of });
  return true;
}
