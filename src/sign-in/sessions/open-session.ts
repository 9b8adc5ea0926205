import type { Actor, AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { days, type Milliseconds } from '../../platform/kernel/durations.ts';
import type { MembershipId } from '../../platform/kernel/entity-id.ts';
import { notifyLogout } from '../logout-notices/notify-logout.ts';
import type { SessionRecord } from './session.ts';
import { addSignIn, endUnusedLongest } from './sessions-store.ts';
import { newSignInOrigins, type SignInOrigins } from './sign-in-origins.ts';
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
