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
 * Whether somebody has done this to a person since, as a whole: a record with particulars is about a part. Decides only
 * whether it is written down once more, never what may be done.
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
