import { defineTable, id, integer, json, type RowOf, text } from '../database/define-table.ts';
import { type JsonText, toJson } from '../database/json-column.ts';
import type { Instant } from '../kernel/clock.ts';
import { days, type Milliseconds } from '../kernel/durations.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import type { Colour } from '../kernel/readable-colour.ts';

/**
 * The parameters of each kind of mail besides the recipient. Never a token, code or password. A room adds its kinds in its
 * manifest, or in `<room>-mails.ts`, whose templates that lists.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it
export interface MailParams {}

export type MailKind = keyof MailParams;

/** A secret in the mail: derived from its seed when the mail is sent, so that no row contains it. */
export type SecretRef =
  | {
      readonly kind: 'link';
      readonly path: '/reset-password' | '/setup-password' | '/nova-prijava' | '/povrat-racuna';
      readonly seed: string;
    }
  | { readonly kind: 'code'; readonly seed: string; readonly digits?: 6 | 8 };

/**
 * `queued` waits, `sending` is leased by a node, `failed` was refused for good, `cancelled` lost its reason before it
 * was sent.
 */
export const MAIL_STATES = ['queued', 'sending', 'sent', 'failed', 'cancelled'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** `MailParams[kind]` and the `name` of the recipient. */
export type MailWords = Readonly<Record<string, string>>;

/** The parameters of a mail whose contents were removed. */
export const NO_WORDS: JsonText<MailWords> = toJson({});

/** A row of the outbox. Its JSON is parsed only when the mail is rendered, so that an invalid row does not block the others. */
export const mailsTable = defineTable(
  'mails',
  {
    id: id('internal', 'kept'),
    /** The same for every attempt, so that duplicates are recognised (RFC 5322 §3.6.4). */
    message_id: text('internal', 'kept').unique(),
    kind: text<MailKind>('in mails.kind', 'kept'),
    user_id: integer<UserId>('duplicate', 'kept').orNull(),
    tenant_id: integer<TenantId>('duplicate', 'kept').orNull(),
    to_address: text('in mails.to', 'replaced'),
    language: text<'hr' | 'en'>('in mails.language', 'replaced'),
    params: json<MailWords>('duplicate', 'emptied'),
    secret_ref: json<SecretRef>('secret', 'emptied').orNull(),
    state: text<MailState>('in mails.state', 'kept'),
    attempts: integer('internal', 'kept'),
    due_at: text<Instant>('internal', 'kept'),
    leased_until: text<Instant>('internal', 'kept').orNull(),
    created_at: text<Instant>('in mails.created_at', 'kept'),
    sent_at: text<Instant>('in mails.sent_at', 'kept').orNull(),
    last_error: text('internal', 'emptied').orNull(),
    /** The person besides the recipient whose name it contains: the inviter. */
    named_id: integer<UserId>('third-party', 'emptied').orNull(),
  },
  {
    indexes: {
      due: { columns: 'due_at, id', where: "state in ('queued', 'sending')" },
      user_id: 'user_id, id',
      named_id: { columns: 'named_id', where: 'named_id is not null' },
      in_tenant_by_state: 'tenant_id, state, id',
      in_tenant: 'tenant_id, id',
      with_contents: { columns: 'created_at', where: "params <> '{}'" },
      to_address: 'to_address',
    },
    personal: {
      merging: { user_id: 'stays', named_id: 'stays' },
      parts: { mails: { purpose: 'contact', kept: { rule: 'mails', from: 'contents' } } },
    },
  },
);

export type OutboxMail = RowOf<typeof mailsTable>;

/** Whether its contents were removed by age or erasure, so that it can be neither read nor sent. */
export const isBlank = ({ params }: Pick<OutboxMail, 'params'>): boolean => params === NO_WORDS;

/** How long mail contents are kept, in the outbox and as recorded files. */
export const MAILS_KEPT_FOR: Milliseconds = days(30);

/** The branding of the tenant that a mail is from, for its header. */
export interface MailBrand {
  readonly name: string;
  readonly color: Colour | null;
  /** PNG. */
  readonly logo: Buffer | undefined;
}

/** Attached and named by its Content-ID (RFC 2392): mail programs load nothing, and some drop `data:` addresses. */
export const LOGO_CID = 'logo@iskaznica';
