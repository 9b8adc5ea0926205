import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';

/** The waiting mails of all tenants. */
export interface OutboxBacklog {
  /** Counted up to a cap. */
  readonly waiting: number;
  /** When the first of them is due. */
  readonly firstDue: Instant | null;
}

/** With ORDER BY, or SQLite would scan a larger index over all mails ever. */
export async function outboxBacklog(db: Db, most: number): Promise<OutboxBacklog> {
  // Exactly the condition of the index `mails__due`.
  const waiting = db.selectFrom('mails').where(sql<boolean>`state in ('queued', 'sending')`);
  const first = waiting.select('due_at').orderBy('due_at').orderBy('id').limit(most);
  const counted = db
    .selectFrom(first.as('first'))
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min<Instant | null>('due_at').as('firstDue')]);
  return counted.executeTakeFirstOrThrow();
}
