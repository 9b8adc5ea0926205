import type { Tx } from '../../platform/database/database.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { MembershipId, UserId } from '../../platform/kernel/entity-id.ts';
import { UNUSABLE_HASH } from './usable-password.ts';
import type { User } from './user.ts';
import * as store from './users-store.ts';

/** Members that affect neither search, rights nor tenant. */
export type PlainChange = Pick<
  store.UserChange,
  | 'avatar_url'
  | 'google_picture'
  | 'password_hash'
  | 'password_given_at'
  | 'email_verified_at'
  | 'address_proved_at'
  | 'must_change_pwd_at'
  | 'gdpr_consent_at'
  | 'consent_policy_version'
  | 'two_factor_enabled_at'
  | 'passkey_host'
>;

/** Changes the given members and `updated_at`; `undefined` when there is no such user or they are deleted. */
export const changeUser = (tx: Tx, id: UserId, change: PlainChange, at: Instant): Promise<User | undefined> =>
  store.changeUser(tx, id, { ...change, updated_at: at });

/**
 * Asks a person for a new password from then on, or no longer (null). That is no change of their data, so `updated_at` stays: an
 * import may still be undone after an invitation and its withdrawal.
 */
export const askForPassword = (tx: Tx, id: UserId, since: Instant | null): Promise<User | undefined> =>
  store.changeUser(tx, id, { must_change_pwd_at: since });

/**
 * Records a sign-in by the password behind `hash`; `undefined` when the user is no longer active or has another
 * password.
 */
export const recordSignIn = (tx: Tx, id: UserId, hash: string, at: Instant): Promise<{ id: UserId } | undefined> =>
  tx
    .updateTable('users')
    .set({ last_login_at: at, inactive_warned_at: null })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('password_hash', '=', hash)
    .returning('id')
    .executeTakeFirst();

/** Records a sign-in through Google; `undefined` when the user is no longer active. */
export const recordPasswordlessSignIn = (
  tx: Tx,
  id: UserId,
  { picture, at }: { picture: string | null; at: Instant },
): Promise<User | undefined> =>
  tx
    .updateTable('users')
    .set({ last_login_at: at, inactive_warned_at: null, ...(picture === null ? {} : { google_picture: picture }) })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirst();

/** Replaces the hash that was checked; `undefined` when it is no longer current. */
export const changePasswordHash = (
  tx: Tx,
  id: UserId,
  from: string | null,
  to: string,
  at: Instant,
): Promise<{ id: UserId } | undefined> =>
  tx
    .updateTable('users')
    .set({ password_hash: to, password_given_at: null, must_change_pwd_at: null, updated_at: at })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('password_hash', 'is not distinct from', from)
    .returning('id')
    .executeTakeFirst();

/** Clears a person's avatar, whatever their status. */
export async function forgetAvatar(tx: Tx, id: UserId, at: Instant): Promise<void> {
  await tx.updateTable('users').set({ avatar_url: null, updated_at: at }).where('id', '=', id).execute();
}

/** Removes the password, whatever the account's status. */
export async function forgetPassword(tx: Tx, id: UserId, at: Instant): Promise<void> {
  const change = { password_hash: UNUSABLE_HASH, must_change_pwd_at: null, updated_at: at };
  await tx.updateTable('users').set(change).where('id', '=', id).execute();
}

/** Replaces a hash by another of the same password, unless the password was changed meanwhile. */
export async function renewPasswordHash(tx: Tx, id: UserId, from: string, to: string, at: Instant): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: to, hash_renewed_at: at })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .execute();
}

/** Records an answer to the privacy policy, unless a later one is stored. */
export async function storeConsent(
  tx: Tx,
  id: UserId,
  { at, policyVersion }: { at: Instant; policyVersion: string },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ gdpr_consent_at: at, consent_policy_version: policyVersion })
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
    .where(({ eb, or }) => or([eb('gdpr_consent_at', 'is', null), eb('gdpr_consent_at', '<=', at)]))
    .execute();
}

/** Since when these people have a second factor that an import brought, or no longer (null). As with `askForPassword`, `updated_at` stays. */
export async function recordSecondFactors(tx: Tx, ids: readonly UserId[], since: Instant | null): Promise<void> {
  const change = { two_factor_enabled_at: since };
  await tx.updateTable('users').set(change).where('id', 'in', valuesOf('bigint', ids)).execute();
}

/** Records that the person found their data right. These stay as they are, and `updated_at` with them. False for an account that is gone. */
export async function recordCheck(tx: Tx, id: UserId, at: Instant): Promise<boolean> {
  const checked = tx.updateTable('users').set({ checked_at: at }).where('id', '=', id).where('status', '<>', 'deleted');
  return (await checked.executeTakeFirstOrThrow()).numUpdatedRows > 0;
}

/** The next sign-in acts in this membership. That is no change of the person's data. */
export async function recordActing(tx: Tx, id: UserId, membership_id: MembershipId): Promise<void> {
  await tx.updateTable('users').set({ membership_id }).where('id', '=', id).execute();
}
