import { defineTable, id, integer, type RowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianSortKey } from '../../platform/kernel/croatian-sort-key.ts';
import type { MembershipId, TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import type { Tenant } from '../tenants/tenant.ts';
import type { Acting } from './acting-store.ts';
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
export const usersTable = defineTable(
  'users',
  {
    id: id<UserId>('in profile.id', 'kept'),
    tenant_id: integer<TenantId>('in profile.tenant_id', 'kept').references('tenants'),
    /** Canonical (`email-address.ts`). */
    email: text('in profile.email', 'replaced'),
    ime: text('in profile.ime', 'emptied'),
    prezime: text('in profile.prezime', 'emptied'),
    full_name: text('in profile.full_name', 'emptied'),
    telefon: text('in profile.telefon', 'emptied'),
    preferred_language: text<Language>('in profile.preferred_language', 'replaced'),
    oib: text('in profile.oib', 'emptied'),
    avatar_url: text('in profile.avatar_url', 'emptied').orNull(),
    google_picture: text('in profile.google_picture', 'emptied').orNull(),
    role: text<Role>('in profile.role', 'kept'),
    status: text<UserStatus>('in profile.status', 'replaced'),
    /** bcrypt; `null` until a password is set. Never part of a response. */
    password_hash: text('from profile.has_password', 'emptied').orNull(),
    /** When somebody else set the password, who may know it; `null` once its owner has chosen one. */
    password_given_at: text<Instant>('in profile.password_given_at', 'emptied').orNull(),
    /** When the hash was last replaced by another of the same password. */
    hash_renewed_at: text<Instant>('internal', 'emptied').orNull(),
    email_verified_at: text<Instant>('in profile.email_verified_at', 'emptied').orNull(),
    must_change_pwd_at: text<Instant>('in profile.must_change_pwd_at', 'emptied').orNull(),
    gdpr_consent_at: text<Instant>('in profile.gdpr_consent_at', 'emptied').orNull(),
    consent_policy_version: text('in profile.consent_policy_version', 'emptied').orNull(),
    two_factor_enabled_at: text<Instant>('duplicate', 'emptied').orNull(),
    /** The host on which the person has passkeys with user verification, which count as a second factor there. */
    passkey_host: text('duplicate', 'emptied').orNull(),
    created_at: text<Instant>('in profile.created_at', 'kept'),
    updated_at: text<Instant>('in profile.updated_at', 'replaced'),
    last_login_at: text<Instant>('in profile.last_login_at', 'emptied').orNull(),
    /** When the owner was warned of suspension for inactivity; a sign-in clears it. */
    inactive_warned_at: text<Instant>('in profile.inactive_warned_at', 'emptied').orNull(),
    deleted_at: text<Instant>('in profile.deleted_at', 'emptied').orNull(),
    /** A deleted user's former status, for restoring. */
    deleted_status: text<UserStatus>('internal', 'emptied').orNull(),
    /** Surname, then first name, in Croatian order. */
    sort_key: text('duplicate', 'emptied'),
    /** The person's search words (`user-words.ts`). */
    words: text('duplicate', 'emptied'),
    /** Bloom filter of the words (`user-words.ts`). */
    word_bits: integer('duplicate', 'emptied'),
    /** Digits of the telephone number as a national one, for searching. */
    phone_digits: text('duplicate', 'emptied'),
    /**
     * The membership in which the person acted last, where the next sign-in acts too; null: in whichever they have. No foreign
     * key, since memberships refer to users.
     */
    membership_id: integer<MembershipId>('internal', 'emptied').orNull(),
    /**
     * Since when the record waits for the owner of its address, which another account has. Nothing finds it by the address, so it has no
     * way in.
     */
    joining_at: text<Instant>('internal', 'emptied').orNull(),
    /** When somebody proved that they read the address: by a link or code that nobody but its mailbox was given. */
    address_proved_at: text<Instant>('in profile.address_proved_at', 'emptied').orNull(),
    /** The account that this one was merged into: the person's id from then on. The row is `deleted`, but not to be restored or erased alone. */
    merged_into: integer<UserId>('internal', 'kept').references('users').orNull(),
    /** When the person last said that their data are right. */
    checked_at: text<Instant>('in profile.checked_at', 'emptied').orNull(),
  },
  {
    indexes: {
      email_unique: { columns: 'email', where: "status <> 'deleted' and joining_at is null", unique: true },
      joining_unique: {
        columns: 'email, tenant_id',
        where: "status <> 'deleted' and joining_at is not null",
        unique: true,
      },
      tenant_id: 'tenant_id, id',
      password_cost: { columns: 'substr(password_hash, 5, 2)', where: 'password_hash is not null' },
      by_deletion: { columns: 'deleted_at', where: 'deleted_at is not null' },
      oib: { columns: 'oib', where: "oib <> ''" },
      by_passkey_host: 'passkey_host, tenant_id',
      merged_into: { columns: 'merged_into', where: 'merged_into is not null' },
      of_invitations_by_name: "(sort_key || ''), id",
    },
    journal: [
      { kind: 'standing', key: 'id', of: ['status', 'role', 'tenant_id'] },
      { kind: 'password', key: 'id', of: ['password_hash'], unless: 'hash_renewed_at' },
    ],
    personal: { merging: { merged_into: 'stays' }, parts: { profile: { purpose: 'account', kept: 'account' } } },
  },
);

export type User = Omit<RowOf<typeof usersTable>, 'hash_renewed_at'>;

/** The tenant's columns that are read with an account. */
export interface TenantOfAccount {
  readonly tenant_name: string;
  readonly tenant_color: Tenant['color'];
  readonly tenant_logo: Tenant['logo'];
  /** The version of the privacy policy that its people are asked to accept; `null`: the default text. */
  readonly policy_version: string | null;
}

/** An account as what it acts next: its tenant and role are those of that membership. */
export interface Account extends User, TenantOfAccount, FactorRulesOfUser, Acting {
  /** When the hash was last replaced by another of the same password. */
  readonly hash_renewed_at: Instant | null;
}

export const fullNameOf = (ime: string, prezime: string): string => `${ime} ${prezime}`.trim();
