import type { Tx } from '../database/database.ts';
import { valuesOf } from '../database/insert-rows.ts';
import { toJson } from '../database/json-column.ts';
import type { Instant } from '../kernel/clock.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import { opaqueId } from '../kernel/ids.ts';
import type { MailKind, MailParams, MailWords, SecretRef } from './mail.ts';
import { addMail, addMails } from './outbox-store.ts';

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

/** Cancels the unsent mails of these users. A node that is sending one of them loses its lease. */
export async function cancelMails(tx: Tx, userIds: readonly UserId[]): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ state: 'cancelled', leased_until: null })
    .where('user_id', 'in', valuesOf(tx, 'bigint', userIds))
    .where('state', 'in', ['queued', 'sending'])
    .execute();
}

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
