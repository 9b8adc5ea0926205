import type { Db } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { AuditAction } from './audit-actions.ts';
import { NO_META } from './audit-chain.ts';

interface Act {
  readonly action: AuditAction;
  readonly actorId: UserId;
  readonly userId: UserId;
  readonly since: Instant;
}

/**
 * Whether this actor did this to this person since then; records with details do not count. Use it only to keep the log
 * from repeating itself.
 */
export async function actedLately(db: Db, { action, actorId, userId, since }: Act): Promise<boolean> {
  const found = db
    .selectFrom('audit_records')
    .select('id')
    .where('user_id', '=', userId)
    .where('actor_id', '=', actorId)
    .where('action', '=', action)
    .where('meta', '=', NO_META)
    .where('at', '>=', since);
  return (await found.orderBy('id', 'desc').limit(1).executeTakeFirst()) !== undefined;
}
