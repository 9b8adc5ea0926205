import type { Db } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { AuditAction } from './catalogue.ts';

interface Act {
  readonly action: AuditAction;
  readonly actorId: number;
  readonly userId: number;
  readonly since: Instant;
}

/**
 * Whether this actor did this to this person since then; records with details count for nothing. Keeps the log from repeating
 * itself, and decides nothing else.
 */
export async function actedLately(db: Db, { action, actorId, userId, since }: Act): Promise<boolean> {
  const found = db
    .selectFrom('audit_records')
    .select('id')
    .where('user_id', '=', userId)
    .where('actor_id', '=', actorId)
    .where('action', '=', action)
    .where('meta', '=', '{}')
    .where('at', '>=', since);
  return (await found.orderBy('id', 'desc').limit(1).executeTakeFirst()) !== undefined;
}
