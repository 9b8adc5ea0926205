import type { Account } from '../../accounts/users/user.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { MembershipId } from '../../platform/kernel/entity-id.ts';
import { findSession } from './find-session.ts';
import type { SessionRecord } from './session.ts';
import { type SessionRow, switchRecord } from './sessions-store.ts';
import type { TokenPairs } from './token-pair.ts';

export type { SessionRow };

interface Switch {
  readonly account: SessionRow;
  readonly membershipId: MembershipId;
  readonly at: Instant;
}

interface Switched {
  readonly record: SessionRecord;
  readonly account: SessionRow & Pick<Account, 'mid'>;
}

/** Lets a sign-in act in another membership: a new pair, and the old one is dead. `undefined`: its token is spent, or it has ended. */
export async function switchSession(
  tx: Tx,
  pairs: TokenPairs,
  { account, membershipId, at }: Switch,
): Promise<Switched | undefined> {
  const record = pairs.plan(account.sid, account.sign_in_expires_at);
  const switched = { ...record, spent: account.jti, userId: account.id, membershipId, at };
  if (!(await switchRecord(tx, switched))) return undefined;
  const acting = await findSession(tx, record.jti);
  return acting && { record, account: acting };
}
