import type { Tx } from '../database/database.ts';
import { fromJson, toJson } from '../database/json-column.ts';
import type { Instant } from '../kernel/clock.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import { opaqueId } from '../kernel/ids.ts';
import type { MailKind, MailParams, MailWords, OutboxMail, SecretRef } from './mail.ts';
import { addMail, addMails, requeue } from './outbox-store.ts';

export interface Recipient {
  readonly id: UserId;
  readonly tenant_id: TenantId;
  readonly email: string;
  readonly full_name: string;
  readonly preferred_language: 'hr' | 'en';
}

export interface MailToEnqueue<Kind extends MailKind> {
  readonly kind: Kind;
  readonly to: Recipient;
  /** An address other than the recipient's own: the new one of an e-mail change. */
  readonly address?: string;
  readonly params: MailParams[Kind];
  readonly secret?: SecretRef;
  readonly at: Instant;
  /** The mail is recorded but not sent. */
  readonly withheld?: boolean;
  /** The person, besides the recipient, whose name is in `params`; their erasure finds the mail by this id. */
  readonly namedId?: UserId | null;
}

/** Writes a mail to the outbox, in the transaction of the change it reports. A worker sends it after the commit. Returns its id. */
export async function enqueueMail<Kind extends MailKind>(tx: Tx, mail: MailToEnqueue<Kind>): Promise<number> {
  const { id } = await addMail(tx, queued(mail));
  return id;
}

/** Like `enqueueMail` for many mails, in one statement. */
export const enqueueMails = <Kind extends MailKind>(tx: Tx, mails: readonly MailToEnqueue<Kind>[]): Promise<void> =>
  addMails(
    tx,
    mails.map((mail) => queued(mail)),
  );

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
    params: toJson<MailWords>({ name: to.full_name, ...params }),
    secret_ref: secret ? toJson(secret) : null,
    state: withheld ? 'cancelled' : 'queued',
    attempts: 0,
    due_at: at,
    leased_until: null,
    created_at: at,
    sent_at: null,
    last_error: null,
    named_id: namedId ?? null,
  }) as const;

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
  return requeue(tx, mail, { due_at: at, ...(secret === undefined ? {} : rewritten(mail, secret)) });
}

const rewritten = ({ params }: OutboxMail, { secret, expires_at }: NewSecret) => ({
  message_id: opaqueId(),
  params: toJson({ ...fromJson(params), expires_at }),
  secret_ref: toJson(secret),
});
