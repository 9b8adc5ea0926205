import type { Instant } from '../kernel/clock.ts';
import { days, type Milliseconds } from '../kernel/durations.ts';

/** What each kind of mail is told besides its recipient. Never a token, code or password. */
export interface MailParams {
  invitation: { readonly tenant: string; readonly invited_by: string; readonly expires_at: Instant };
  'password-reset': { readonly expires_at: Instant; readonly by_administrator: 'yes' | 'no' };
  'password-changed': { readonly at: Instant };
  'email-change-code': { readonly expires_at: Instant };
  /** To the old address. `new_address` is shortened to `a•••@example.hr`. */
  'email-change-requested': { readonly new_address: string; readonly at: Instant };
  /** Takes the place of `email-change-code` where the address is somebody else's; it is in no row. */
  'address-in-use': { readonly at: Instant };
  'email-changed': { readonly new_address: string; readonly at: Instant };
  'two-factor-enabled': { readonly at: Instant };
  'two-factor-disabled': { readonly at: Instant };
  'recovery-codes-renewed': { readonly at: Instant };
  'sign-in-ended-by-reuse': { readonly at: Instant; readonly device: string; readonly ip: string };
  'second-factor-guessed': { readonly at: Instant };
  'google-linked': { readonly at: Instant };
  'google-unlinked': { readonly at: Instant };
  /** `last_at` is empty for who never signed in. */
  'account-inactive': { readonly last_at: Instant | ''; readonly suspend_at: Instant };
  'erasure-requested': { readonly at: Instant; readonly due_at: Instant };
  /** `reason` is an administrator's own words. */
  'erasure-extended': { readonly at: Instant; readonly due_at: Instant; readonly reason: string };
  'erasure-rejected': { readonly at: Instant; readonly reason: string };
  /** The last one: it goes out before the address does. */
  'erasure-completed': { readonly at: Instant };
}

export type MailKind = keyof MailParams;

/** A secret that the mail must carry: the sender makes it from its seed when it sends, so that no row holds it. */
export type SecretRef =
  | { readonly kind: 'link'; readonly path: '/reset-password' | '/setup-password'; readonly seed: string }
  | { readonly kind: 'code'; readonly seed: string };

/** `queued` waits, `sending` is leased by a node, `failed` was refused for good, `cancelled` lost its reason before it was sent. */
export const MAIL_STATES = ['queued', 'sending', 'sent', 'failed', 'cancelled'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** A row of the outbox. */
export interface OutboxMail {
  readonly id: number;
  /** Stable over every try, so that a duplicate can be told (RFC 5322 §3.6.4). */
  readonly message_id: string;
  readonly kind: MailKind;
  readonly user_id: number | null;
  readonly tenant_id: number | null;
  readonly to_address: string;
  readonly language: 'hr' | 'en';
  /** `MailParams[kind]` with `name`, as JSON. */
  readonly params: string;
  /** `SecretRef` as JSON. */
  readonly secret_ref: string | null;
  readonly state: MailState;
  readonly attempts: number;
  readonly due_at: Instant;
  readonly leased_until: Instant | null;
  readonly created_at: Instant;
  readonly sent_at: Instant | null;
  readonly last_error: string | null;
  /** Whose name it tells besides its recipient's: who invited. */
  readonly named_id: number | null;
}

/** Its contents went, by their time or with their person: it can be neither read nor sent. */
export const isBlank = ({ params }: Pick<OutboxMail, 'params'>): boolean => params === '{}';

/** How long the contents of mails are kept, in the outbox and as recorded files. */
export const MAILS_KEPT_FOR: Milliseconds = days(30);
