import type { Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { User } from './user.ts';
import * as store from './users-store.ts';

/** What may change without touching how a person is found, what they may do, or where they belong. */
export type PlainChange = Pick<
  store.UserChange,
  | 'avatar_url'
  | 'google_picture'
  | 'password_hash'
  | 'email_verified_at'
  | 'must_change_pwd_at'
  | 'gdpr_consent_at'
  | 'consent_policy_version'
  | 'two_factor_enabled_at'
>;

/** Changes the members given and marks the time; `undefined` when there is no such user or they are deleted. */
export const changeUser = (tx: Tx, id: number, change: PlainChange, at: Instant): Promise<User | undefined> =>
  store.changeUser(tx, id, { ...change, updated_at: at });

/** Marks a sign-in by the password behind `hash`; `undefined` when the user is no longer active or has another password. */
export const noteSignIn = (tx: Tx, id: number, hash: string, at: Instant): Promise<{ id: number } | undefined> =>
  tx
    .updateTable('users')
    .set({ last_login_at: at, inactive_warned_at: null })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('password_hash', '=', hash)
    .returning('id')
    .executeTakeFirst();

/** Marks a sign-in that Google vouched for; `undefined` when the user is no longer active. */
export const noteVouchedSignIn = (
  tx: Tx,
  id: number,
  { picture, at }: { picture: string | null; at: Instant },
): Promise<User | undefined> =>
  tx
    .updateTable('users')
    .set({ last_login_at: at, inactive_warned_at: null, ...(picture === null ? {} : { google_picture: picture }) })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirst();

/** Puts a new hash in place of the one that was checked; `undefined` when that is no longer there. */
export const changePasswordHash = (
  tx: Tx,
  id: number,
  from: string | null,
  to: string,
  at: Instant,
): Promise<{ id: number } | undefined> =>
  tx
    .updateTable('users')
    .set({ password_hash: to, must_change_pwd_at: null, updated_at: at })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('password_hash', 'is not distinct from', from)
    .returning('id')
    .executeTakeFirst();

/** Clears the address of a person's avatar, whatever their status. */
export async function forgetAvatar(tx: Tx, id: number, at: Instant): Promise<void> {
  await tx.updateTable('users').set({ avatar_url: null, updated_at: at }).where('id', '=', id).execute();
}

/** Replaces a hash that was made at a lower cost, unless the password changed meanwhile. */
export async function renewPasswordHash(tx: Tx, id: number, from: string, to: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .execute();
}

/** Notes an answer to the privacy policy, unless a later one is known. */
export async function noteConsent(
  tx: Tx,
  id: number,
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
