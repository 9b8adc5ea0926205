import { type JsonText, toJson } from '../database/json-column.ts';
import type { Instant } from '../kernel/clock.ts';
import { days, type Milliseconds } from '../kernel/durations.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import type { Colour } from '../kernel/readable-colour.ts';

/**
 * The parameters of each kind of mail besides the recipient. Never a token, code or password. A room adds its kinds in
 * `<room>-mails.ts`, and lists their templates in its manifest.
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
export interface OutboxMail {
  readonly id: number;
  /** The same for every attempt, so that duplicates are recognised (RFC 5322 §3.6.4). */
  readonly message_id: string;
  readonly kind: MailKind;
  readonly user_id: UserId | null;
  readonly tenant_id: TenantId | null;
  readonly to_address: string;
  readonly language: 'hr' | 'en';
  readonly params: JsonText<MailWords>;
  readonly secret_ref: JsonText<SecretRef> | null;
  readonly state: MailState;
  readonly attempts: number;
  readonly due_at: Instant;
  readonly leased_until: Instant | null;
  readonly created_at: Instant;
  readonly sent_at: Instant | null;
  readonly last_error: string | null;
  /** The person besides the recipient whose name it contains: the inviter. */
  readonly named_id: UserId | null;
}

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
