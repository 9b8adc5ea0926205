import type { Engine, Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import { opaqueId } from '../kernel/ids.ts';
import type { MailKind, MailParams, SecretRef } from './mail.ts';
import { addMail, addMails, cancelMails } from './outbox-store.ts';

/** To whom a mail goes. */
export interface Recipient {
  readonly id: number;
  readonly tenant_id: number;
  readonly email: string;
  readonly full_name: string;
  readonly preferred_language: 'hr' | 'en';
}

export interface MailToEnqueue<Kind extends MailKind> {
  readonly kind: Kind;
  readonly to: Recipient;
  /** Another address than the recipient's own: the new one of an e-mail change. */
  readonly address?: string;
  readonly params: MailParams[Kind];
  readonly secret?: SecretRef;
  readonly at: Instant;
  /** Put on record as one that is not sent. */
  readonly withheld?: boolean;
  /** Whose name `params` tell besides the recipient's; their erasure finds the mail by it. */
  readonly namedId?: number | null;
}

/** Puts a mail into the outbox in the transaction of what it tells about; a worker sends it afterwards. Returns its id. */
export async function enqueueMail<Kind extends MailKind>(tx: Tx, mail: MailToEnqueue<Kind>): Promise<number> {
  const { id } = await addMail(tx, queued(mail));
  return id;
}

/** The same for so many mails that one statement must write them all. */
export const enqueueMails = <Kind extends MailKind>(
  tx: Tx,
  engine: Engine,
  mails: readonly MailToEnqueue<Kind>[],
): Promise<void> =>
  addMails(
    tx,
    engine,
    mails.map((mail) => queued(mail)),
  );

/** Stops what has not gone out to these users. */
export const cancelMailsOfMany = cancelMails;

const queued = <Kind extends MailKind>({
  kind,
  to,
  address,
  params,
  secret,
  at,
  namedId,
  withheld = false,
}: MailToEnqueue<Kind>) =>
  ({
    message_id: opaqueId(),
    kind,
    user_id: to.id,
    tenant_id: to.tenant_id,
    to_address: address ?? to.email,
    language: to.preferred_language,
    params: JSON.stringify({ name: to.full_name, ...params }),
    secret_ref: secret ? JSON.stringify(secret) : null,
    state: withheld ? 'cancelled' : 'queued',
    attempts: 0,
    due_at: at,
    leased_until: null,
    created_at: at,
    sent_at: null,
    last_error: null,
    named_id: namedId ?? null,
  }) as const;
