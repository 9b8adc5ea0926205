import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';

/**
 * Puts a parked or sent mail back into the outbox, as the same message: its Message-ID stays. True for the one caller who
 * did; false when it waits already, or its contents are gone. A mail whose link has ended is dropped again before it is sent.
 */
export async function resendMail(tx: Tx, id: number, at: Instant): Promise<boolean> {
  const requeued = tx
    .updateTable('mails')
    .set({ state: 'queued', attempts: 0, due_at: at, leased_until: null, last_error: null })
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'sent', 'cancelled'])
    .where('params', '<>', sql.lit('{}'));
  return (await requeued.returning('id').executeTakeFirst()) !== undefined;
}
