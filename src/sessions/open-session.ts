import type { Circumstances } from '../audit/circumstances.ts';
import type { Tx } from '../database/database.ts';
import { instantAt } from '../kernel/clock.ts';
import { days, type Milliseconds } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';
import type { SessionRecord } from './session.ts';
import { addSignIn } from './sessions-store.ts';
import type { TokenPairs } from './token-pair.ts';

/** Opens a sign-in with its first session record. Sign the pair after the transaction has committed. */
export async function openSession(
  tx: Tx,
  { ip, userAgent }: Circumstances,
  pairs: TokenPairs,
  { userId, now, signInDays }: { userId: number; now: Milliseconds; signInDays: number },
): Promise<SessionRecord> {
  const sid = opaqueId();
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
  await addSignIn(tx, { sid, user_id: userId, ...times, ip: ip ?? '', user_agent: userAgent ?? '' }, record);
  return record;
}
