import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { fromJson, toJson } from '../database/json-column.ts';
import type { Instant } from '../kernel/clock.ts';
import { opaqueId } from '../kernel/ids.ts';
import { NO_WORDS, type OutboxMail, type SecretRef } from './mail.ts';

/** The new link or code that replaces the mail's old one. */
export interface NewSecret {
  readonly secret: SecretRef;
  readonly expires_at: Instant;
}

/**
 * Puts a parked or sent mail back into the outbox. It keeps its Message-ID, unless it has a new secret: then it gets a new one,
 * or the mailbox would drop it as a duplicate. True for exactly one caller; false when it already waits or its contents were
 * removed. A mail whose link has ended is dropped before sending.
 */
export async function resendMail(tx: Tx, mail: OutboxMail, at: Instant, secret?: NewSecret): Promise<boolean> {
  const requeued = tx
    .updateTable('mails')
    .set({ state: 'queued', attempts: 0, due_at: at, leased_until: null, last_error: null })
    .set(secret === undefined ? {} : rewritten(mail, secret))
    .where('id', '=', mail.id)
    .where('state', 'in', ['failed', 'sent', 'cancelled'])
    .where('params', '<>', sql.lit(NO_WORDS))
    .where('params', '=', mail.params); // an erasure in the meantime must not be undone
  return (await requeued.returning('id').executeTakeFirst()) !== undefined;
}

const rewritten = ({ params }: OutboxMail, { secret, expires_at }: NewSecret) => ({
  message_id: opaqueId(),
  params: toJson({ ...fromJson(params), expires_at }),
  secret_ref: toJson(secret),
});
