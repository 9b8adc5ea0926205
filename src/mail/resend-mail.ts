import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import { opaqueId } from '../kernel/ids.ts';
import type { OutboxMail, SecretRef } from './mail.ts';

/** A link or code in place of the one that the mail was written with. */
export interface NewSecret {
  readonly secret: SecretRef;
  readonly expires_at: Instant;
}

/**
 * Puts a parked or sent mail back into the outbox: as the same message, whose Message-ID stays, or with a new secret as a
 * new one, or else a mailbox that has the first would take it for a duplicate. True for the one caller who did; false when it
 * waits already, or its contents are gone. A mail whose link has ended is dropped again before it is sent.
 */
export async function resendMail(tx: Tx, mail: OutboxMail, at: Instant, secret?: NewSecret): Promise<boolean> {
  const requeued = tx
    .updateTable('mails')
    .set({ state: 'queued', attempts: 0, due_at: at, leased_until: null, last_error: null })
    .set(secret === undefined ? {} : rewritten(mail, secret))
    .where('id', '=', mail.id)
    .where('state', 'in', ['failed', 'sent', 'cancelled'])
    .where('params', '<>', sql.lit('{}'))
    .where('params', '=', mail.params); // what an erasure has taken out since the mail was read stays out
  return (await requeued.returning('id').executeTakeFirst()) !== undefined;
}

const rewritten = ({ params }: OutboxMail, { secret, expires_at }: NewSecret) => ({
  message_id: opaqueId(),
  params: JSON.stringify({ ...JSON.parse(params), expires_at }),
  secret_ref: JSON.stringify(secret),
});
