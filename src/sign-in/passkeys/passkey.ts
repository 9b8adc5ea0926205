import { defineTable, id, integer, json, type ParsedRowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { SignInId, UserId } from '../../platform/kernel/entity-id.ts';
import type { AuthenticationMethod } from '../sessions/session.ts';

/** A person's credential (WebAuthn level 3 §4, "credential record"). */
export const passkeysTable = defineTable(
  'passkeys',
  {
    id: id('internal', 'removed'),
    user_id: integer<UserId>('duplicate', 'removed').references('users'),
    /** base64url, as clients send it. */
    credential_id: text('secret', 'removed').unique(),
    /** COSE key, base64url. */
    public_key: text('secret', 'removed'),
    /** The last signature counter; many authenticators always say 0. */
    counter: integer('internal', 'removed'),
    /** Whether it may be synchronised to other devices; fixed by the authenticator at creation. */
    device_type: text<DeviceType>('from passkeys.synced', 'removed'),
    transports: json<readonly string[]>('in passkeys.transports', 'removed'),
    /** The model of the authenticator; zeros if undisclosed. */
    aaguid: text('in passkeys.model', 'removed'),
    /** The host that it is bound to. */
    rp_id: text('in passkeys.host', 'removed'),
    name: text('in passkeys.name', 'removed'),
    created_at: text<Instant>('in passkeys.created_at', 'removed'),
    /** Since when it is backed up, according to its last use. */
    backed_up_at: text<Instant>('in passkeys.backed_up_at', 'removed').orNull(),
    last_used_at: text<Instant>('in passkeys.last_used_at', 'removed').orNull(),
    /** Since when it is known to verify its user: by a fingerprint, a face or a PIN. */
    verified_at: text<Instant>('in passkeys.verified_at', 'removed').orNull(),
    /** When its counter fell, so that there may be a copy. */
    refused_at: text<Instant>('in passkeys.refused_at', 'removed').orNull(),
    purpose: text<'second_step'>('from passkeys.second_step_only', 'removed').orNull(),
    /** The sign-in that added it; null for one that came of a link, or before this was noted. */
    added_by: text<SignInId>('secret', 'removed').orNull(),
  },
  {
    indexes: {
      user_id: 'user_id, id',
    },
    journal: [
      { kind: 'passkeys', key: 'user_id', of: ['refused_at'] },
      { kind: 'passkeys', key: 'user_id', of: 'removal' },
    ],
    personal: { merging: { user_id: 'moves' }, parts: { passkeys: { purpose: 'sign-in', kept: 'account' } } },
  },
);

export type Passkey = ParsedRowOf<typeof passkeysTable>;

/**
 * A key created for `second_step` need not verify its user nor be discoverable, so it cannot sign in without another proof first.
 */
export type Purpose = 'second_step' | null;

export type DeviceType = 'singleDevice' | 'multiDevice';

/** For one person. */
export const MOST_PASSKEYS = 20;

export const LONGEST_NAME = 60;

export const PASSKEY_STATES = ['usable', 'refused', 'other_host'] as const;

/** Whether a passkey works, or why not: its counter fell, or the service has moved to another host. */
export const stateOf = ({ refused_at, rp_id }: Passkey, rpId: string | undefined): (typeof PASSKEY_STATES)[number] => {
  if (refused_at !== null) return 'refused';
  return rp_id === rpId ? 'usable' : 'other_host';
};

/** The name of passkeys as a way to sign in and as a second factor. */
export const PASSKEY_WAY = 'passkey';

/** Proof of possession. */
export const PASSKEY_PROVES = ['pop', 'user'] as const;

/** A passkey that has verified its user, in any way, counts as both factors. */
export const provedBy = ({ isUserVerified }: { readonly isUserVerified: boolean }): readonly AuthenticationMethod[] =>
  isUserVerified ? [...PASSKEY_PROVES, 'mfa'] : PASSKEY_PROVES;

/**
 * The provider of a passkey, by the AAGUID of the authenticator. Used only for a name that its owner recognises, since without
 * attestation it is unverified.
 */
const PROVIDERS: Readonly<Record<string, string>> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome (Mac)',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
};

/** `null` if unknown. */
export const providerOf = (aaguid: string): string | null => PROVIDERS[aaguid] ?? null;
