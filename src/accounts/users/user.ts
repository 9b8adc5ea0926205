import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianSortKey } from '../../platform/kernel/croatian-sort-key.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import type { Tenant } from '../tenants/tenant.ts';
import type { FactorRulesOfUser } from './factor-rules-of-user-store.ts';

/** Lists sort by surname, then first name. */
export const sortKeyOf = ({ ime, prezime }: Pick<User, 'ime' | 'prezime'>): string =>
  `${croatianSortKey(prezime)} ${croatianSortKey(ime)}`; // the space sorts before everything else in a key: Božić before Božić-Blažević

export const STATUSES = ['invited', 'active', 'suspended', 'deleted'] as const;

/** `invited` has no password yet; `deleted` is visible only to administrators who may restore it. */
export type UserStatus = (typeof STATUSES)[number];

/** All but `deleted`, as a list: the indexes on status cannot be used with `<>`. */
export const PRESENT_STATUSES = STATUSES.filter((status) => status !== 'deleted');

export const LANGUAGES = ['hr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** One person's account. Unknown texts are empty, not null. */
export interface User {
  readonly id: UserId;
  readonly tenant_id: TenantId;
  /** Canonical (`email-address.ts`). */
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
  /** bcrypt; `null` until a password is set. Never part of a response. */
  readonly password_hash: string | null;
  /** When somebody else set the password, who may know it; `null` once its owner has chosen one. */
  readonly password_given_at: Instant | null;
  readonly email_verified_at: Instant | null;
  readonly must_change_pwd_at: Instant | null;
  readonly gdpr_consent_at: Instant | null;
  readonly consent_policy_version: string | null;
  readonly two_factor_enabled_at: Instant | null;
  /** The host on which the person has passkeys with user verification, which count as a second factor there. */
  readonly passkey_host: string | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly last_login_at: Instant | null;
  /** When the owner was warned of suspension for inactivity; a sign-in clears it. */
  readonly inactive_warned_at: Instant | null;
  readonly deleted_at: Instant | null;
  /** A deleted user's former status, for restoring. */
  readonly deleted_status: UserStatus | null;
  /** Surname, then first name, in Croatian order. */
  readonly sort_key: string;
  /** The person's search words (`user-words.ts`). */
  readonly words: string;
  /** Bloom filter of the words (`user-words.ts`). */
  readonly word_bits: number;
  /** Digits of the telephone number as a national one, for searching. */
  readonly phone: string;
}

/** The tenant's columns that are read with an account. */
export interface TenantOfAccount {
  readonly tenant_name: string;
  readonly tenant_color: Tenant['color'];
  readonly tenant_logo: Tenant['logo'];
  /** The version of the privacy policy that its people are asked to accept; `null`: the default text. */
  readonly policy_version: string | null;
}

export interface Account extends User, TenantOfAccount, FactorRulesOfUser {
  /** When the hash was last replaced by another of the same password. */
  readonly hash_renewed_at: Instant | null;
}

export const fullNameOf = (ime: string, prezime: string): string => `${ime} ${prezime}`.trim();
