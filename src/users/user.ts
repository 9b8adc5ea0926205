import type { Instant } from '../kernel/clock.ts';
import type { Role } from '../kernel/role.ts';

export const STATUSES = ['invited', 'active', 'suspended', 'deleted'] as const;

/** `invited` has no password of its own yet; `deleted` is gone to everybody but the administrators who may take it back. */
export type UserStatus = (typeof STATUSES)[number];

/** All but `deleted`, named: the indexes by standing begin with the status, and `<>` leads into none of them. */
export const PRESENT_STATUSES = STATUSES.filter((status) => status !== 'deleted');

export const LANGUAGES = ['hr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** One person's account. Texts that are not known are empty, not null. */
export interface User {
  readonly id: number;
  readonly tenant_id: number;
  /** In the one canonical spelling (see `email-address.ts`). */
  readonly email: string;
  readonly ime: string;
  readonly prezime: string;
  readonly full_name: string;
  readonly telefon: string;
  readonly preferred_language: Language;
  readonly oib: string;
  readonly avatar_url: string | null;
  readonly google_picture: string | null;
  readonly role: Role;
  readonly status: UserStatus;
  /** bcrypt. `null` until a password is set. Leaves this service in no answer. */
  readonly password_hash: string | null;
  readonly email_verified_at: Instant | null;
  readonly must_change_pwd_at: Instant | null;
  readonly gdpr_consent_at: Instant | null;
  readonly consent_policy_version: string | null;
  readonly two_factor_enabled_at: Instant | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly last_login_at: Instant | null;
  /** When a mail said that the account will be suspended for want of use; a sign-in clears it. */
  readonly inactive_warned_at: Instant | null;
  readonly deleted_at: Instant | null;
  /** What a deleted user was, to be taken back to. */
  readonly deleted_status: UserStatus | null;
  /** Surname, then first name, in Croatian order. */
  readonly sort_key: string;
  /** By whose beginnings the person is found (`user-words.ts`). */
  readonly words: string;
  /** Which words there may be (`word-bits.ts`). */
  readonly word_bits: number;
}

/** What is told of a user: the account with the name of its tenant. */
export interface Account extends User {
  readonly tenant_name: string;
}

export const fullNameOf = (ime: string, prezime: string): string => `${ime} ${prezime}`.trim();
